import type * as z from 'zod/mini'
import type { Conflicts } from '#contract/surveys.ts'
import { db, onDevice } from '../store/database.ts'
import type { AnswerRow, SectionRow } from '../store/rows.ts'

/**
 * The server tells answers that met another's, in a survey that this device has just read and said nothing in: each is
 * asked about here as if this device had given the one that stands. What it has words of its own for stays as it is.
 */
export async function putQuestions(
  account: string,
  survey: string,
  conflicts: z.infer<typeof Conflicts>,
): Promise<void> {
  if (conflicts.length === 0) return
  await onDevice(() =>
    db.transaction('rw', db.sections, db.answers, async () => {
      const sections = await db.sections.where({ account, survey }).toArray()
      for (const met of conflicts) {
        const row = sections.flatMap((section) => asked(section, met))[0]
        if (row && !(await db.answers.get([account, row.id]))) await db.answers.put(row)
      }
    }),
  )
}

function asked({ account, survey, id: section, detail }: SectionRow, met: z.infer<typeof Conflicts>[number]) {
  return detail.user_survey_sub_sections.flatMap((part) =>
    part.user_survey_sub_section_details
      .filter(({ id }) => id === met.id)
      .map((answer): AnswerRow => {
        const own = { value: answer.field_value, values: answer.field_value_multiple }
        const other = { value: met.field_value, values: met.field_value_multiple }
        const whose = { otherBy: met.edited_by ?? '', otherAt: met.edited_at ?? null, revision: met.revision }
        return {
          ...{ account, id: answer.id, survey, section, subSection: part.id, name: answer.field_name },
          ...own,
          editedAt: answer.edited_at ?? '',
          baseRevision: answer.revision,
          entry: '',
          conflict: { stands: 'own', own, other, ...whose },
        }
      }),
  )
}
