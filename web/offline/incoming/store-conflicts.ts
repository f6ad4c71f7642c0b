import type * as z from 'zod/mini'
import type { Conflicts } from '#contract/surveys/surveys.ts'
import { db, onDevice } from '../store/database.ts'
import type { AnswerRow, SubSectionRow, SurveyRow } from '../store/rows.ts'

/**
 * Stores conflicts that the server reports for a survey that this device just read and has not edited. The
 * user is asked as if this device had sent the current value. Answers with a row of their own stay as they
 * are.
 */
export async function storeConflicts(
  account: string,
  survey: string,
  conflicts: z.infer<typeof Conflicts>,
): Promise<void> {
  if (conflicts.length === 0) return
  await onDevice(() =>
    db.transaction('rw', [db.copies, db.subSections, db.answers], async () => {
      const copy = await db.copies.get([account, survey])
      const parts = copy ? await db.subSections.where({ account, survey }).toArray() : []
      for (const met of conflicts) {
        const row = parts.flatMap((part) => asked(copy, part, met))[0]
        if (row && !(await db.answers.get([account, row.id]))) await db.answers.put(row)
      }
    }),
  )
}

function asked(
  copy: SurveyRow | undefined,
  { account, survey, sectionId: section, id: subSection, answers }: SubSectionRow,
  met: z.infer<typeof Conflicts>[number],
): AnswerRow[] {
  const names = copy?.sections.find(({ id }) => id === section)?.fieldNames
  return answers
    .filter(({ id, fieldId }) => id === met.id && names?.[fieldId] !== undefined)
    .map(({ id, fieldId, value, values, editedAt, revision: baseRevision }) => {
      const own = { value, values }
      const other = { value: met.field_value, values: met.field_value_multiple }
      const whose = { otherBy: met.edited_by ?? '', otherAt: met.edited_at ?? null, revision: met.revision }
      return {
        ...{ account, id, survey, section, subSection, name: names?.[fieldId] ?? '' },
        ...own,
        editedAt: editedAt ?? '',
        baseRevision,
        entry: '',
        conflict: { stands: 'own', own, other, ...whose },
      }
    })
}
