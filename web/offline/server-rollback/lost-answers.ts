import { confirmedAnswer, resendBase, type ServerAnswer } from '#survey/answer-state.ts'
import { answersOfCopy, type SurveyCopy } from '#survey/survey-copy.ts'
import type { AnswerRow } from '../store/rows.ts'

/** A given answer or title with its place and its last confirmed value. */
export interface KnownAnswer extends ServerAnswer {
  readonly id: string
  readonly section: string
  readonly subSection: string
  readonly name: string
  readonly editedAt: string
}

/** An answer that the server lost, and the server's revision that it now edits. */
export interface LostAnswer {
  readonly word: KnownAnswer
  readonly base: number
}

/**
 * Returns confirmed answers that the server lost. Answers with an unsent edit are excluded, because the edit
 * will be sent.
 */
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
    const base = resendBase(word, now?.editedAt == null ? null : now)
    return base === null ? [] : [{ word, base }]
  })
}

/** Returns all answers of a copy, including values that were confirmed after it was read. */
function confirmedAnswers(copy: SurveyCopy, rows: readonly AnswerRow[]): readonly KnownAnswer[] {
  const own = new Map(rows.map((row) => [row.id, row]))
  const sections = new Map(copy.sections.map((section) => [section.id, section]))
  const inCopy = copy.subSections.flatMap(({ id: subSection, sectionId: section, answers }) =>
    answers.map((server) => {
      const row = own.get(server.id) ?? null
      own.delete(server.id)
      // A title has no field in the template.
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
