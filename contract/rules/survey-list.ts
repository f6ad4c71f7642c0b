import { startOfDay } from './days.ts'
import { fold } from './fold.ts'
import { oneLine } from './one-line.ts'

/** The list's filter, applied by the server's database and by an offline device. */
export interface SurveyFilter {
  /** Part of the survey's or the owner's name; '' = all. */
  readonly search: string
  readonly from: Date | null
  /** Exclusive. */
  readonly before: Date | null
}

interface Asked {
  readonly search_query: string
  /** 'YYYY-MM-DD' */
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly time_zone: string
}

interface Listed {
  readonly survey_name: string
  readonly owner: string
  readonly date_created: string
}

export function surveyFilter({ search_query, start_date, end_date, time_zone }: Asked): SurveyFilter {
  return {
    search: oneLine(search_query),
    from: start_date === undefined ? null : startOfDay(start_date, time_zone),
    before: end_date === undefined ? null : startOfDay(end_date, time_zone, 1),
  }
}

export function fitsFilter(survey: Listed, { search, from, before }: SurveyFilter): boolean {
  const made = Date.parse(survey.date_created)
  if (from && made < from.getTime()) return false
  if (before && made >= before.getTime()) return false
  if (search === '') return true
  const wanted = fold(search)
  return fold(survey.survey_name).includes(wanted) || fold(survey.owner).includes(wanted)
}

/** The list's order; of two surveys created at the same moment, the higher id comes first. */
export function newestFirst(
  a: { readonly id: string; readonly date_created: string },
  b: { readonly id: string; readonly date_created: string },
): number {
  return Date.parse(b.date_created) - Date.parse(a.date_created) || (a.id < b.id ? 1 : -1)
}
