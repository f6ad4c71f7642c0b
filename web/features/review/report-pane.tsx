import { useDraftReport } from '#web/features/report-print/device-report.tsx'
import { ReportView } from '#web/features/report-print/report-view.tsx'
import { useDraft } from '#web/features/survey-form/draft-context.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './review.module.css'

/** The open survey's report as guests see it. */
export function ReportPane({ shown }: { shown: boolean }) {
  const report = useDraftReport(useDraft())
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions need keyboard access
    <section className={classes.report} data-shown={shown} aria-label={t('reviews.showReport')} tabIndex={0}>
      <div className={classes.sheet}>
        <ReportView {...report} />
      </div>
    </section>
  )
}
