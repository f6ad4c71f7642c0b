import { changedText } from '#survey/changed-since.ts'
import { hasInternal, type ReportDocument } from '#survey/report.ts'
import { zoneName } from '#survey/time-zone.ts'
import { surveyDate, zoneOf } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './report-view.module.css'

export function ReportCover({ report, note }: { report: ReportDocument; note: string }) {
  return (
    <header className={classes.cover}>
      <p className={classes.kind}>{t('reports.title')}</p>
      <h1 className={classes.title}>{report.name}</h1>
      <p className={classes.template}>{report.templateName}</p>
      <dl className={classes.facts}>
        {factsOf(report).map(([name, value]) => (
          <div key={name}>
            <dt className={classes.factName}>{name}</dt>
            <dd className={classes.factValue}>{value}</dd>
          </div>
        ))}
      </dl>
      {report.changedSince && <p className={classes.note}>{changedText(report.changedSince)}</p>}
      {hasInternal(report) && <p className={classes.note}>{t('reports.hasInternal')}</p>}
      {note !== '' && <p className={classes.note}>{note}</p>}
    </header>
  )
}

function factsOf(report: ReportDocument): readonly (readonly [string, string])[] {
  return [
    [t('reports.owner'), report.owner],
    [t('reports.createdBy'), report.createdBy],
    [t('reports.progress'), report.progress],
    [t('reports.dateCreated'), surveyDate(report.createdAt, report.timeZone)],
    [t('reports.lastEdited'), surveyDate(report.lastEdited, report.timeZone)],
    [t('reports.timeZone'), zoneName(zoneOf(report.timeZone))],
    [t('reports.attachments'), attachmentsOf(report)],
  ]
}

function attachmentsOf({ photoCount, videoCount }: ReportDocument): string {
  if (photoCount + videoCount === 0) return t('reports.files', { count: 0 })
  const photos = t('reports.photos', { count: photoCount })
  return videoCount === 0 ? photos : `${photos}, ${t('reports.videos', { count: videoCount })}`
}
