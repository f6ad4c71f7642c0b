import type { InputOf } from '#contract/endpoint.ts'
import type { uploadMedia } from '#contract/media.ts'
import type { autoSave } from '#contract/surveys.ts'
import { db, onDevice } from '../store/database.ts'
import type { AnswerRow, FileRow, OutboxRow } from '../store/rows.ts'
import { isDoubted } from '../went-back/doubt.ts'

/**
 * Marks an entry as being sent and fixes what it says: from here on it is repeated word for word under the same
 * key, and newer typing goes into another one. null = nothing left to send, and the entry is gone; or it waits until
 * its survey has been compared with a server whose data were put back.
 */
export async function sealEntry(seq: number): Promise<OutboxRow | null> {
  return onDevice(() =>
    db.transaction('rw', [db.outbox, db.answers, db.files, db.kept], async () => {
      const row = await db.outbox.get(seq)
      if (!row || (await isDoubted(row.account, row.survey))) return null
      const input = row.input ?? (await fixedInput(row))
      if (input === null) {
        await db.outbox.delete(seq)
        return null
      }
      const sealed: OutboxRow = { ...row, input, state: 'sending', attempts: row.attempts + 1 }
      await db.outbox.put(sealed)
      return sealed
    }),
  )
}

/** Inside a transaction over answers and files: what an entry that still collects has to say; null = nothing. */
export async function fixedInput(row: OutboxRow): Promise<unknown> {
  if (row.endpoint === 'media.upload') {
    const files = await db.files.where({ upload: row.id }).toArray()
    return files.length > 0 ? uploadInput(row, files) : null
  }
  const answers = await db.answers.where({ entry: row.id }).toArray()
  return answers.length > 0 ? saveInput(row.survey, answers) : null
}

/** All answers of one sub-section in one call. */
export function saveInput(survey: string, answers: readonly AnswerRow[]): InputOf<typeof autoSave> {
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

/** Photos first, as the parts of the call are. */
function uploadInput(row: OutboxRow, files: readonly FileRow[]): InputOf<typeof uploadMedia> {
  const inOrder = inSendingOrder(files)
  return {
    body: {
      id: row.id,
      user_survey_sub_section_detail_id: row.answer ?? '',
      ids: inOrder.map(({ id }) => id),
      descriptions: inOrder.map(({ description }) => description),
    },
  }
}

function inSendingOrder(files: readonly FileRow[]): readonly FileRow[] {
  const byId = [...files].sort((a, b) => (a.id < b.id ? -1 : 1))
  return [...byId.filter(({ kind }) => kind === 'photo'), ...byId.filter(({ kind }) => kind === 'video')]
}
