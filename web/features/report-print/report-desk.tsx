import type { ReactNode } from 'react'
import type { ReportDocument } from '#survey/report.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { AllPictures } from './all-pictures.ts'
import type { ReportPictures } from './figure-sources.ts'
import { PrintBar } from './print-bar.tsx'
import classes from './print-screen.module.css'
import { ReportFailed, ReportLoading } from './report-states.tsx'
import { ReportView } from './report-view.tsx'
import { usePrinting } from './use-printing.ts'

/** A report that can be drawn, whoever made it. */
export interface ShownReport {
  readonly report: ReportDocument
  readonly pictures: ReportPictures
  readonly note?: string
}

interface Props {
  readonly surveyId: string
  /** null = it is not there yet, or it failed. */
  readonly shown: ShownReport | null
  readonly failure?: string | null
  readonly onRetry?: () => void
  /** Brings fresh addresses of the pictures before printing. */
  readonly freshen?: () => Promise<void>
  /** For its reviewer: above the sheet what was said of it, below it what can be done. */
  readonly review?: ReviewParts | null
}

export interface ReviewParts {
  readonly statement: ReactNode
  readonly bar: ReactNode
}

/** The sheet of the report below the bar with what can be done with it. */
export function ReportDesk({ surveyId, shown, failure = null, onRetry, freshen, review }: Props) {
  const name = shown?.report.name ?? null
  const printing = usePrinting(name, freshen ?? asItIs)
  useTitle(name ?? t('reports.title'))
  return (
    <div className={classes.desk}>
      <PrintBar surveyId={surveyId} ready={name !== null} printing={printing} />
      {review?.statement}
      <main className={classes.sheet}>
        {shown ? (
          <AllPictures value={printing.all}>
            <ReportView {...shown} />
          </AllPictures>
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
