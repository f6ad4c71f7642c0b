import type { ReactNode } from 'react'
import type { ReportDocument } from '#survey/report.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import type { ReportPictures } from './figure-sources.ts'
import { PrintBar } from './print-bar.tsx'
import classes from './print-screen.module.css'
import { ReportFailed, ReportLoading } from './report-states.tsx'
import { ReportView } from './report-view.tsx'
import { usePrinting } from './use-printing.ts'
import { LoadAllPictures } from './use-report-picture.ts'

/** A report ready to draw, from the device or the server. */
export interface ShownReport {
  readonly report: ReportDocument
  readonly pictures: ReportPictures
  readonly note?: string
}

interface Props {
  readonly surveyId: string
  /** null: still loading, or failed. */
  readonly shown: ShownReport | null
  readonly failure?: string | null
  readonly onRetry?: () => void
  /** Renews picture URLs before printing. */
  readonly freshen?: () => Promise<void>
  /** For reviewers: notes above the report, actions below it. */
  readonly review?: ReviewParts | null
}

export interface ReviewParts {
  readonly statement: ReactNode
  readonly bar: ReactNode
}

/** The report with its toolbar. */
export function ReportPage({ surveyId, shown, failure = null, onRetry, freshen, review }: Props) {
  const name = shown?.report.name ?? null
  const printing = usePrinting(name, freshen ?? asItIs)
  useTitle(name ?? t('reports.title'))
  return (
    <div className={classes.desk}>
      <PrintBar surveyId={surveyId} ready={name !== null} printing={printing} />
      {review?.statement}
      <main className={classes.sheet}>
        {shown ? (
          <LoadAllPictures value={printing.all}>
            <ReportView {...shown} />
          </LoadAllPictures>
        ) : failure === null ? (
          <ReportLoading />
        ) : (
          <ReportFailed message={failure} onRetry={() => onRetry?.()} />
        )}
      </main>
      {review?.bar}
    </div>
  )
}

async function asItIs(): Promise<void> {}
