import { changedText } from '#survey/changed-since.ts'
import {
  displayedRows,
  hasInternal,
  marksOf,
  type ReportDocument,
  type ReportPart,
  type ReportSection,
} from '#survey/report.ts'
import { zoneName } from '#survey/time-zone.ts'
import { surveyDate, zoneOf } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { DrawnSignature } from '#web/ui/drawn-signature.tsx'
import { MapLink } from '#web/ui/map-link.tsx'
import type { ReportPictures } from './figure-sources.ts'
import { ReportFigures } from './report-figures.tsx'
import { ReportPlans } from './report-plans.tsx'
import classes from './report-view.module.css'

interface Props {
  readonly report: ReportDocument
  readonly pictures: ReportPictures
  /** A note about how the report was made. */
  readonly note?: string
}

/** Renders a report as printable pages. The caller provides the pictures, from network or device. */
export function ReportView({ report, pictures, note = '' }: Props) {
  const { plans } = report
  return (
    <article className={classes.report} aria-label={report.name}>
      <ReportCover report={report} note={note} />
      {report.sections.length === 0 ? (
        <p className={classes.emptyReport}>{t('reports.emptyReport')}</p>
      ) : (
        <Contents sections={report.sections} hasPlans={plans.length > 0} />
      )}
      <ReportPlans plans={plans} pictures={pictures} />
      {report.sections.map((section, index) => (
        <SectionTable key={section.id} section={section} number={index + 1} pictures={pictures} />
      ))}
    </article>
  )
}

function Contents({ sections, hasPlans }: { sections: readonly ReportSection[]; hasPlans: boolean }) {
  return (
    <nav className={classes.contents} aria-labelledby="report-contents">
      <h2 id="report-contents" className={classes.contentsHead}>
        {t('reports.contents')}
      </h2>
      {hasPlans && (
        <p className={classes.plansEntry}>
          <a href="#plans">{t('plans.chapter')}</a>
        </p>
      )}
      <ol className={classes.entries}>
        {sections.map((section) => (
          <li key={section.id} className={classes.entry}>
            <a href={`#section-${section.id}`}>{section.name}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A section as a table with its name as table head: browsers repeat it on each page. */
function SectionTable({
  section,
  number,
  pictures,
}: {
  section: ReportSection
  number: number
  pictures: ReportPictures
}) {
  const empty = section.parts.every(({ rows }) => rows.length === 0)
  return (
    <section id={`section-${section.id}`} className={classes.section}>
      <table className={classes.table}>
        <colgroup>
          <col className={classes.labels} />
          <col />
        </colgroup>
        <thead className={classes.sectionHead}>
          <tr>
            <th colSpan={2} scope="colgroup" className={classes.head}>
              <h2 className={classes.headText}>
                <span className={classes.number}>{number}</span> {section.name}
              </h2>
            </th>
          </tr>
        </thead>
        {section.parts.map((part) => (
          <PartRows key={part.id} part={part} pictures={pictures} />
        ))}
        {empty && (
          <tbody>
            <tr>
              <td colSpan={2} className={classes.empty}>
                {t('reports.emptySection')}
              </td>
            </tr>
          </tbody>
        )}
      </table>
    </section>
  )
}

function PartRows({ part, pictures }: { part: ReportPart; pictures: ReportPictures }) {
  return (
    <tbody>
      {part.heading !== null && (
        <tr className={classes.part} id={`report-part-${part.id}`}>
          <th colSpan={2} scope="rowgroup" className={classes.partHead}>
            <h3 className={classes.partText}>{part.heading}</h3>
          </th>
        </tr>
      )}
      {displayedRows(part.rows).map((row) => [
        <tr key={row.answerId} className={row.figures.length > 0 ? classes.withFigures : undefined}>
          <th scope="row" className={classes.label}>
            {row.label}
            {marksOf(row).map((mark) => (
              <span key={mark} className={classes.mark}>
                {mark}
              </span>
            ))}
          </th>
          <td className={classes.value}>
            {row.signature && <DrawnSignature {...row.signature} />}
            {row.value === '' && row.figures.length === 0 ? t('reports.noValue') : row.value}
            {row.place && <MapLink place={row.place} />}
          </td>
        </tr>,
        <ReportFigures key={`${row.answerId} figures`} figures={row.figures} pictures={pictures} />,
      ])}
    </tbody>
  )
}

function ReportCover({ report, note }: { report: ReportDocument; note: string }) {
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
