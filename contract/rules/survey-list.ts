import { startOfDay } from './days.ts'
import { oneLine } from './one-line.ts'

/** Which surveys a list shows. The server asks its database by it, a device without network its own store. */
export interface SurveyFilter {
  /** Part of the survey's or the owner's name; '' = all. */
  readonly search: string
  readonly from: Date | null
  /** Not included. */
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
  const wanted = small(bare(search))
  return small(bare(survey.survey_name)).includes(wanted) || small(bare(survey.owner)).includes(wanted)
}

/** As the list is read whole; of two that were made in the same moment the higher id comes first. */
export function newestFirst(
  a: { readonly id: string; readonly date_created: string },
  b: { readonly id: string; readonly date_created: string },
): number {
  return Date.parse(b.date_created) - Date.parse(a.date_created) || (a.id < b.id ? 1 : -1)
}

/** Accents as characters of their own, beside the letters that they belong to. The database is asked by the same list. */
export const accents = '\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f'
const accent = new RegExp(`[${accents}]`, 'g')

/** Without accents, so that 'cafe' finds 'Café'. */
export function bare(text: string): string {
  return text.normalize('NFKD').replace(accent, '')
}

/** Letter by letter as the database does it: one never becomes two. */
function small(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return [...text].map((letter) => oneLetter(letter)).join('')
}

function oneLetter(letter: string): string {
  const [first = letter] = letter.toLowerCase()
  return first
}
