import { findAnswer } from '#survey/navigation.ts'
import { titledNameOf } from '#survey/numbering.ts'
import type { Survey } from '#survey/survey.ts'

/** The field of a survey that was edited last on this device. */
export interface LastField {
  readonly survey: string
  readonly answer: string
  /** The name of its part: '203', else the section's. */
  readonly place: string
}

/** Surveys that one may go back and forth between. */
const surveysAtMost = 30

/** Goes with the account: what is forgotten at a log-out knows it by its name. */
const keyOf = (account: string) => `last-field:${account}`

/** The one that was edited last comes first. */
export function lastFields(account: string): readonly LastField[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isLastField) : []
  } catch {
    // Without it the form opens at its beginning.
    return []
  }
}

/** Kept with the edit: the page may end before anything else is written. */
export function rememberField(account: string, survey: Survey, answer: string): void {
  const found = findAnswer(survey, answer)
  if (!found) return
  const place = titledNameOf(found.section, found.subSection)
  const known = lastFields(account)
  const [first] = known
  if (first?.survey === survey.id && first.answer === answer && first.place === place) return
  const others = known.filter((one) => one.survey !== survey.id)
  const kept = [{ survey: survey.id, answer, place }, ...others].slice(0, surveysAtMost)
  try {
    localStorage.setItem(keyOf(account), JSON.stringify(kept))
  } catch {
    // A device without room still takes the answer.
  }
}

function isLastField(value: unknown): value is LastField {
  if (typeof value !== 'object' || value === null) return false
  const { survey, answer, place } = value as Record<string, unknown>
  return [survey, answer, place].every((text) => typeof text === 'string')
}
