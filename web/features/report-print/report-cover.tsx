import { hasInternal, type ReportDocument } from '#survey/report.ts'
import { zoneName } from '#survey/zoned.ts'
import { surveyDate, zoneOf } from '#web/lib/format.ts'
import { say } from '#web/lib/say.ts'
import classes from './report-view.module.css'

export function ReportCover({ report, note }: { report: ReportDocument; note: string }) {
  return (
    <header className={classes.cover}>
      <p className={classes.kind}>{say('reports.title')}</p>
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
      {hasInternal(report) && <p className={classes.note}>{say('reports.hasInternal')}</p>}
      {note !== '' && <p className={classes.note}>{note}</p>}
    </header>
  )
}

function factsOf(report: ReportDocument): readonly (readonly [string, string])[] {
  return [
    [say('reports.owner'), report.owner],
    [say('reports.createdBy'), report.createdBy],
    [say('reports.progress'), report.progress],
    [say('reports.dateCreated'), surveyDate(report.createdAt, report.timeZone)],
    [say('reports.lastEdited'), surveyDate(report.lastEdited, report.timeZone)],
    [say('reports.timeZone'), zoneName(zoneOf(report.timeZone))],
    [say('reports.attachments'), attachmentsOf(report)],
  ]
}

function attachmentsOf({ photoCount, videoCount }: ReportDocument): string {
  if (photoCount + videoCount === 0) return say('reports.files', { count: 0 })
  const photos = say('reports.photos', { count: photoCount })
  return videoCount === 0 ? photos : `${photos}, ${say('reports.videos', { count: videoCount })}`
}
