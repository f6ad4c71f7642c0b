import type { Conflict } from '#survey/conflict.ts'
import type { Survey } from '#survey/survey.ts'
import { everyAnswer } from '#survey/survey.ts'
import type { OpenSurvey } from '../store/unsent-memory.ts'
import type { StoredCopy } from './load-survey.ts'

interface Shown {
  readonly survey: Survey
  readonly conflicts: ReadonlyMap<string, Conflict>
  readonly isUnsent: (answer: string) => boolean
}

/**
 * Returns what the screen shows and the stored copy lacks, to restore it if the store is lost; null for a
 * preview.
 */
export function openSurveyState(
  rows: StoredCopy | null,
  { survey, conflicts, isUnsent }: Shown,
): OpenSurvey | null {
  if (rows === null) return null
  const { head, subSections } = rows
  const revisions = new Map(
    subSections.flatMap(({ answers }) => answers.map(({ id, revision }) => [id, revision])),
  )
  const { account } = head
  const answers = eachAnswer(survey)
    .filter(({ answer }) => isUnsent(answer.id) || answer.revision > (revisions.get(answer.id) ?? 0))
    .map(({ section, subSection, answer }) => ({
      account,
      survey: survey.id,
      section,
      subSection,
      id: answer.id,
      name: answer.field.name,
      type: answer.field.type,
      value: answer.value,
      values: answer.values,
      editedAt: answer.editedAt ?? '',
      baseRevision: answer.revision,
      copiedFrom: answer.copiedFrom,
      entry: '',
      conflict: conflicts.get(answer.id) ?? null,
      unsent: isUnsent(answer.id),
    }))
  return { ...rows, answers }
}

function eachAnswer({ sections }: Survey) {
  return sections.flatMap(({ id: section, subSections }) =>
    subSections.flatMap((part) =>
      everyAnswer(part).map((answer) => ({ section, subSection: part.id, answer })),
    ),
  )
}
