import type { Edit } from '#survey/edit/edit.ts'
import { answerText } from '../store/answer-text.ts'
import { db } from '../store/database.ts'
import type { EntryOf, OutboxRow, PayloadOf } from '../store/outbox-rows.ts'
import type { AnswerRow } from '../store/rows.ts'
import { type Operation, operationDefaults } from './operation.ts'

/** The answers of one sub-section, collected until they are sent. */
export const answerSave: Operation<'surveys.autoSave'> = {
  ...operationDefaults,
  lane: 'answers',
  overtakes: () => true,
  collects: {
    isPrepared: async () => true,
    async payload({ id, survey }) {
      const answers = await db.answers.where({ entry: id }).toArray()
      return answers.length > 0 ? savePayload(survey, answers) : null
    },
  },
  replay: { phase: 'answers', edits: (_, { answers }) => answers.map(answerEdit) },
  losses: (_, { answers }) =>
    answers.map((answer) => ({ kind: 'answer', field: answer.name, value: answerText(answer) })),
}

function answerEdit(row: AnswerRow): Edit {
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

/** Builds one call from all answers of one sub-section. */
export function savePayload(survey: string, answers: readonly AnswerRow[]): PayloadOf<'surveys.autoSave'> {
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

export function isSave(row: OutboxRow): row is EntryOf<'surveys.autoSave'> {
  return row.endpoint === 'surveys.autoSave'
}
