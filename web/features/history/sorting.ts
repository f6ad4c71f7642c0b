import { spokenLocale } from '#contract/messages/spoken.ts'
import { progressPercent } from '#web/lib/language/format.ts'
import { reviewNow } from '#web/lib/survey/review-state.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import type { ListedSurvey } from '#web/offline/store/rows.ts'

export const sortKeys = [
  'name',
  'owner',
  'address',
  'template',
  'state',
  'progress',
  'edited',
  'created',
  'creator',
] as const
export type SortKey = (typeof sortKeys)[number]

export interface Sort {
  readonly by: SortKey
  readonly descending: boolean
}

/** Parses 'name', or '-name' for descending order; null if there is none or it is invalid. */
export function parseSort(text: string): Sort | null {
  const descending = text.startsWith('-')
  const by = sortKeys.find((key) => key === text.slice(descending ? 1 : 0))
  return by ? { by, descending } : null
}

export function formatSort(sort: Sort | null): string | null {
  return sort && `${sort.descending ? '-' : ''}${sort.by}`
}

/**
 * The order after another press on a column: ascending for text or descending for dates and progress first, then
 * reversed, then the default.
 */
export function nextSort(now: Sort | null, by: SortKey): Sort | null {
  const first = { by, descending: !isText(by) }
  if (now?.by !== by) return first
  return now.descending === first.descending ? { by, descending: !first.descending } : null
}

/** Surveys with equal values keep their order. Those without an address or template come last. */
export function sortSurveys(surveys: readonly DeviceSurvey[], sort: Sort | null): readonly DeviceSurvey[] {
  if (!sort) return surveys
  const { compare } = new Intl.Collator(spokenLocale(), { numeric: true, sensitivity: 'base' })
  const turn = sort.descending ? -1 : 1
  const { by } = sort
  if (!isText(by))
    return surveys.toSorted((a, b) => turn * (numberOf(a.attributes, by) - numberOf(b.attributes, by)))
  return surveys.toSorted((a, b) => {
    const [one, other] = [texts[by](a.attributes), texts[by](b.attributes)]
    return Number(one === '') - Number(other === '') || turn * compare(one, other)
  })
}

const texts = {
  name: (survey: ListedSurvey) => survey.survey_name,
  owner: (survey: ListedSurvey) => survey.owner,
  address: (survey: ListedSurvey) => survey.address ?? '',
  template: (survey: ListedSurvey) => survey.survey_template_name ?? '',
  creator: (survey: ListedSurvey) => survey.created_by,
}
type TextKey = keyof typeof texts

function isText(by: SortKey): by is TextKey {
  return by in texts
}

/** From the first answer to an accepted report. */
const states = ['Started', 'sent_back', 'Completed', 'resubmitted', 'accepted'] as const

function numberOf(survey: ListedSurvey, by: Exclude<SortKey, TextKey>): number {
  if (by === 'created') return Date.parse(survey.date_created)
  if (by === 'edited') return Date.parse(survey.last_edited)
  if (by === 'state') return states.indexOf(reviewNow(survey) ?? survey.status)
  // A submitted survey's progress is the word 'Completed'.
  return survey.status === 'Completed' ? 101 : progressPercent(survey.progress)
}
