import { v7 } from 'uuid'
import { autoSave } from '#contract/surveys.ts'
import type { Edit } from '#survey/edit/edit.ts'
import { call } from '#web/lib/call.ts'
import { answerText } from '../store/answer-text.ts'
import { db } from '../store/database.ts'
import type { EntryOf, PayloadOf } from '../store/outbox-rows.ts'
import type { AnswerRow } from '../store/rows.ts'
import { acknowledgeSave } from './acknowledge-save.ts'
import { callOptions } from './call-options.ts'
import { newEntry } from './entries.ts'
import { never, noSubject, nothing, type Operation } from './operation.ts'

type Save = EntryOf<'surveys.autoSave'>

/** The answers of one sub-section, collected until they are sent. */
export const answerSave: Operation<'surveys.autoSave'> = {
  endpoint: autoSave,
  lane: 'answers',
  carriesPictures: false,
  subject: noSubject,
  blocks: never,
  overtakes: () => true,
  collects: {
    prepare: nothing,
    isPrepared: async () => true,
    async payload({ id, survey }) {
      const answers = await db.answers.where({ entry: id }).toArray()
      return answers.length > 0 ? savePayload(survey, answers) : null
    },
  },
  send: (entry, signal) => call(autoSave, entry.input, callOptions(entry, signal)),
  missingIsDone: false,
  reject: takeApart,
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  acknowledge: async (entry, reply) => (reply ? { save: await acknowledgeSave(entry, reply) } : {}),
  replay: 'answers',
  edits: (_, { answers }) => answers.map(answerEdit),
  losses: (_, { answers }) =>
    answers.map((answer) => ({ kind: 'answer', field: answer.name, value: answerText(answer) })),
}

export function answerEdit(row: AnswerRow): Edit {
  return {
    kind: 'answer',
    subSectionId: row.subSection,
    answerId: row.id,
    value: row.value,
    values: row.values,
    baseRevision: row.baseRevision,
    at: row.editedAt,
    copiedFrom: row.copiedFrom ?? null,
  }
}

/** All answers of one sub-section in one call. */
function savePayload(survey: string, answers: readonly AnswerRow[]): PayloadOf<'surveys.autoSave'> {
  const [first] = answers
  return {
    body: {
      user_survey_id: survey,
      user_survey_sections_attributes: [
        {
          id: first?.section ?? '',
          user_survey_sub_sections_attributes: [
            {
              id: first?.subSection ?? '',
              user_survey_sub_section_details_attributes: answers.map((row) => ({
                id: row.id,
                field_name: row.name,
                field_value: row.value,
                field_value_multiple: [...row.values],
                edited_at: row.editedAt,
                base_revision: row.baseRevision,
                edited: true,
                ...(row.copiedFrom && { copied_from: row.copiedFrom }),
              })),
            },
          ],
        },
      ],
    },
  }
}

/**
 * Each answer becomes a save of its own, so that the one that is refused does not hold the others back. A save of one
 * answer is parked.
 */
async function takeApart(row: Save, problem: string): Promise<void> {
  const answers = await db.answers.where({ entry: row.id }).toArray()
  await db.outbox.delete(row.seq ?? 0)
  const alone = answers.length === 1
  for (const [place, answer] of answers.entries()) {
    const given = alone
      ? { state: 'parked' as const, problem, input: null, triedAt: new Date().toISOString() }
      : { input: savePayload(row.survey, [answer]) }
    // In the place of the old one, in front of whatever waits behind it.
    await putOne(row, answer, { ...given, seq: (row.seq ?? 0) + place / 8192 })
  }
}

/** Its key is new: what it says is not what the old one said. */
async function putOne(
  row: Save,
  answer: { readonly account: string; readonly id: string },
  given: Pick<Save, 'input'> & Partial<Save>,
): Promise<void> {
  const id = v7()
  const { account, survey, endpoint, subSection, madeAt } = row
  await db.outbox.add(newEntry(account, { survey, subSection, madeAt, id, ...given, endpoint }))
  await db.answers.update([account, answer.id], { entry: id })
}
