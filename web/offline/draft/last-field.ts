import { findAnswer } from '#survey/navigation.ts'
import { titledNameOf } from '#survey/numbering.ts'
import type { Survey } from '#survey/survey.ts'

/** The survey's last edited field on this device. */
export interface LastField {
  readonly survey: string
  readonly answer: string
  /** Name of its sub-section, such as '203', or of its section. */
  readonly place: string
}

/** Maximum number of surveys to remember. */
const surveysAtMost = 30

/** Contains the account, because logout deletes keys by account. */
const keyOf = (account: string) => `last-field:${account}`

/** Returns the fields, latest edit first. */
export function lastFields(account: string): readonly LastField[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isLastField) : []
  } catch {
    // Without the value, the form opens at its start.
    return []
  }
}

/** Stores the field synchronously, because the page may end at any time. */
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
    // No room: the answer itself is still stored.
  }
}

function isLastField(value: unknown): value is LastField {
  if (typeof value !== 'object' || value === null) return false
  const { survey, answer, place } = value as Record<string, unknown>
  return [survey, answer, place].every((text) => typeof text === 'string')
}
