import type { LoadedSurvey } from '#server/features/surveys/load.ts'
import { figureNumbers } from '#survey/figures.ts'
import { forGuests, withoutInternal } from '#survey/for-guests.ts'
import { withAppendix } from '#survey/move/appendix.ts'
import { type ReportDocument, reportOf } from '#survey/report.ts'
import type { Survey } from '#survey/survey.ts'

/** A survey with its report. All replies use the same one, so they show, hide, count and number alike. */
export interface LoadedReport extends LoadedSurvey {
  readonly report: ReportDocument
  /** The survey without the parts that this report's readers may not see. */
  readonly shown: Survey
  /** Figure numbers by media id. */
  readonly numbers: ReadonlyMap<string, number>
}

export function withReport(loaded: LoadedSurvey, { guest }: { readonly guest: boolean }): LoadedReport {
  const { survey } = loaded
  const forOwner = survey.showInternal ? survey : withoutInternal(survey)
  return {
    ...loaded,
    report: reportOf(survey, { forGuests: guest }),
    shown: withAppendix(guest ? forGuests(survey) : forOwner),
    numbers: figureNumbers(survey),
  }
}
