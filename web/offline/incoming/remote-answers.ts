import type { AnswersChanged } from '#contract/surveys/survey-events.ts'
import { type ServerAnswer, withServer } from '#survey/answer-state.ts'
import type { RemoteAnswer } from '#survey/apply.ts'
import { deriveId } from '#survey/ids.ts'
import { titleFieldId } from '#survey/survey.ts'
import type { CopiedAnswer, CopiedSection, CopiedSubSection } from '#survey/survey-copy.ts'
import { publish } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import type { SubSectionRow, SurveyRow } from '../store/rows.ts'
import { isUnverified } from '../store/unverified.ts'

/**
 * Merges a sub-section read from the server with newer answers of the device, which arrived during the read.
 * Titles that were created meanwhile are missing from the read.
 */
export function mergeNewerAnswers(
  read: CopiedSubSection,
  known: CopiedSubSection | undefined,
  sections: readonly CopiedSection[],
): CopiedSubSection {
  if (!known) return read
  const before = new Map(known.answers.map((answer) => [answer.id, answer]))
  const latest = changeAnswers(read, (answer) => withWord(answer, before.get(answer.id)))
  for (const { id } of read.answers) before.delete(id)
  if (before.size === 0) return latest
  const field = titleFieldOf(sections, read)
  const titles = [...before.values()].filter(({ fieldId }) => fieldId === field)
  return titles.length === 0 ? latest : { ...latest, answers: [...titles, ...latest.answers] }
}

/** Returns the row with these answers where they are newer, or the same row if none is. */
function withAnswers(row: SubSectionRow, newer: readonly ServerAnswerOf[]): SubSectionRow {
  const words = new Map(newer.map((answer) => [answer.id, answer]))
  const known = changeAnswers(row, (answer) => withWord(answer, words.get(answer.id)))
  const ids = new Set(row.answers.map(({ id }) => id))
  const titles = newer.filter(({ id }) => !ids.has(id)).map(titleAnswer)
  return titles.length === 0 ? known : { ...known, answers: [...titles, ...known.answers] }
}

interface ServerAnswerOf extends RemoteAnswer {
  /** Field of a title that was answered for the first time. */
  readonly titleField?: string
}

/**
 * Stores answers saved by other users in the device's copy, and publishes them to all tabs. Unsent edits
 * stay. Returns false if some sub-sections are unknown, so the survey has to be read again.
 */
export async function storeRemoteAnswers(
  account: string,
  survey: string,
  { answers, progress, last_edited }: AnswersChanged,
): Promise<boolean> {
  // Revisions can't be compared across a server rollback.
  if (await isUnverified(account, survey)) return false
  const newer = answers.map(liveAnswer)
  const taken = await onDevice(() =>
    db.transaction('rw', [db.copies, db.subSections, db.answers], async () => {
      const copy = await db.copies.get([account, survey])
      if (!copy) return null
      await db.copies.update([account, survey], { head: { ...copy.head, progress, last_edited } })
      const known = await storeNewerAnswers(copy, newer)
      const rows = await db.answers.bulkGet(newer.map(({ id }): [string, string] => [account, id]))
      const waiting = rows.flatMap((row) => (row && row.entry !== '' ? [row.id] : []))
      return { known, waiting }
    }),
  )
  if (!taken) return true
  publish(account, { kind: 'live', survey, answers: newer, waiting: taken.waiting })
  return taken.known === newer.length
}

function liveAnswer(wire: AnswersChanged['answers'][0]): RemoteAnswer {
  return {
    id: wire.id,
    value: wire.field_value,
    values: wire.field_value_multiple,
    revision: wire.revision,
    editedAt: wire.edited_at,
    copiedFrom: wire.copied_from,
    by: wire.edited_by,
  }
}

/**
 * Stores answers that are newer than the device's, and returns how many were found. The cost doesn't depend
 * on the number of sub-sections. Call inside a transaction over sub-sections.
 */
async function storeNewerAnswers(survey: SurveyRow, answers: readonly RemoteAnswer[]): Promise<number> {
  const found = await Promise.all(
    answers.map(async (answer) => ({ answer, row: await homeOf(survey, answer.id) })),
  )
  const homes = Map.groupBy(
    found.filter(({ row }) => row !== null),
    ({ row }) => row?.id,
  )
  for (const group of homes.values()) {
    const row = group[0]?.row
    if (!row) continue
    const field = titleFieldOf(survey.sections, row)
    const after = withAnswers(
      row,
      group.map(({ answer }) => ({ ...answer, titleField: field })),
    )
    if (after !== row) await db.subSections.put(after)
  }
  return found.filter(({ row }) => row !== null).length
}

/**
 * Finds the sub-section of an answer. An answer's id starts with its sub-section's timestamp (`deriveId`), so
 * few candidates remain. After a move to another template version that may not hold, so all are searched
 * then.
 */
export async function homeOf(survey: SurveyRow, answer: string): Promise<SubSectionRow | null> {
  const { account, id } = survey
  const moment = answer.slice(0, 13)
  const near = await db.subSections
    .where('[account+id]')
    .between([account, moment], [account, `${moment}\uffff`])
    .and((row) => row.survey === id)
    .toArray()
  const has = (row: SubSectionRow) =>
    row.answers.some((one) => one.id === answer) ||
    deriveId(row.id, titleFieldOf(survey.sections, row)) === answer
  const home = near.find(has)
  return home ?? (await db.subSections.where({ account, survey: id }).toArray()).find(has) ?? null
}

function titleFieldOf(sections: readonly CopiedSection[], { sectionId }: CopiedSubSection): string {
  return titleFieldId(sections.find(({ id }) => id === sectionId)?.templateSectionId ?? '')
}

function titleAnswer({
  id,
  value,
  values,
  revision,
  editedAt,
  titleField = '',
}: ServerAnswerOf): CopiedAnswer {
  return { id, fieldId: titleField, value, values, revision, editedAt, copiedFrom: null }
}

function withWord(answer: CopiedAnswer, other: ServerAnswer | undefined): CopiedAnswer {
  return other ? withServer(answer, other) : answer
}

function changeAnswers<Part extends CopiedSubSection>(
  part: Part,
  change: (answer: CopiedAnswer) => CopiedAnswer,
): Part {
  const answers = part.answers.map(change)
  return answers.every((answer, index) => answer === part.answers[index]) ? part : { ...part, answers }
}
