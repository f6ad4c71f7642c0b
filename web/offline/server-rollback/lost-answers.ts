import { confirmedAnswer, lostBase, type ServerAnswer } from '#survey/answer-state.ts'
import { answersOfCopy, type SurveyCopy } from '#survey/survey-copy.ts'
import type { AnswerRow } from '../store/rows.ts'

/** A given answer or title, where it is and how it was last known. */
export interface KnownAnswer extends ServerAnswer {
  readonly id: string
  readonly section: string
  readonly subSection: string
  readonly name: string
  readonly editedAt: string
}

/** A given answer that the server does not have any more, and the revision there that it is an edit of. */
export interface LostAnswer {
  readonly word: KnownAnswer
  readonly base: number
}

/** What this device knows to have been confirmed and the server lost. What was given anew and waits says more, and goes by itself. */
export function lostAnswers(
  known: SurveyCopy,
  rows: readonly AnswerRow[],
  there: SurveyCopy,
): readonly LostAnswer[] {
  const serverAnswers = answersOfCopy(there)
  const waiting = new Set(rows.flatMap(({ id, entry }) => (entry === '' ? [] : [id])))
  return confirmedAnswers(known, rows).flatMap((word) => {
    if (waiting.has(word.id)) return []
    const now = serverAnswers.get(word.id)
    const base = lostBase(word, now?.editedAt == null ? null : now)
    return base === null ? [] : [{ word, base }]
  })
}

/** Everything that was given in a copy, with what the server confirmed after it was read. */
function confirmedAnswers(copy: SurveyCopy, rows: readonly AnswerRow[]): readonly KnownAnswer[] {
  const own = new Map(rows.map((row) => [row.id, row]))
  const sections = new Map(copy.sections.map((section) => [section.id, section]))
  const inCopy = copy.subSections.flatMap(({ id: subSection, sectionId: section, answers }) =>
    answers.map((server) => {
      const row = own.get(server.id) ?? null
      own.delete(server.id)
      // A title's field is none of the template's.
      const name = sections.get(section)?.fieldNames[server.fieldId] ?? 'Title'
      return { id: server.id, section, subSection, name, word: confirmedAnswer({ server, own: row }) }
    }),
  )
  const elsewhere = [...own.values()].map((row) => {
    const { id, section, subSection, name } = row
    return { id, section, subSection, name, word: confirmedAnswer({ server: null, own: row }) }
  })
  return [...inCopy, ...elsewhere].flatMap(({ word, ...place }) =>
    word?.editedAt == null ? [] : [{ ...place, ...plain(word), editedAt: word.editedAt }],
  )
}

function plain({ value, values, revision, editedAt, copiedFrom }: ServerAnswer): ServerAnswer {
  return { value, values, revision, editedAt, copiedFrom }
}
