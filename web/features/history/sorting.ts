import { spokenLocale } from '#contract/messages/spoken.ts'
import { progressPercent } from '#web/lib/language/format.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import type { ListedSurvey } from '#web/offline/store/rows.ts'

export const sortKeys = ['name', 'owner', 'created', 'edited', 'creator', 'progress'] as const
export type SortKey = (typeof sortKeys)[number]

export interface Sort {
  readonly by: SortKey
  readonly descending: boolean
}

/** 'name', or '-name' for the other way round; null for anything else, and where nobody chose. */
export function sortFrom(text: string): Sort | null {
  const descending = text.startsWith('-')
  const by = sortKeys.find((key) => key === text.slice(descending ? 1 : 0))
  return by ? { by, descending } : null
}

export function textOfSort(sort: Sort | null): string | null {
  return sort && `${sort.descending ? '-' : ''}${sort.by}`
}

/** What another press on a column does: names from A, days and progress from the highest; then turned round; then as before. */
export function nextSort(now: Sort | null, by: SortKey): Sort | null {
  const first = { by, descending: !isText(by) }
  if (now?.by !== by) return first
  return now.descending === first.descending ? { by, descending: !first.descending } : null
}

/** Of those that are equal the one that was edited last comes first, as they come in. */
export function sorted(surveys: readonly DeviceSurvey[], sort: Sort | null): readonly DeviceSurvey[] {
  if (!sort) return surveys
  const { compare } = new Intl.Collator(spokenLocale(), { numeric: true, sensitivity: 'base' })
  const turn = sort.descending ? -1 : 1
  const { by } = sort
  const order = isText(by)
    ? (a: ListedSurvey, b: ListedSurvey) => compare(textOf(a, by), textOf(b, by))
    : (a: ListedSurvey, b: ListedSurvey) => numberOf(a, by) - numberOf(b, by)
  return surveys.toSorted((a, b) => turn * order(a.attributes, b.attributes))
}

type TextKey = 'name' | 'owner' | 'creator'

function isText(by: SortKey): by is TextKey {
  return by === 'name' || by === 'owner' || by === 'creator'
}

function textOf(survey: ListedSurvey, by: TextKey): string {
  if (by === 'name') return survey.survey_name
  return by === 'owner' ? survey.owner : survey.created_by
}

function numberOf(survey: ListedSurvey, by: Exclude<SortKey, TextKey>): number {
  if (by === 'created') return Date.parse(survey.date_created)
  if (by === 'edited') return Date.parse(survey.last_edited)
  // A submitted survey says so in words.
  return survey.status === 'Completed' ? 101 : progressPercent(survey.progress)
}
