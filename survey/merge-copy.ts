import { asChanged } from './changed-since.ts'
import { changeAnswer } from './edit/change.ts'
import { type AnswerEdit, applyEdit, type Edit } from './edit/edit.ts'
import { keepIdentity } from './keep-identity.ts'
import type { Survey } from './survey.ts'

/**
 * Applies this device's unsent edits to the server's copy. Typed text stays visible until the server decides.
 * Unchanged answers keep their identity from `local`. `unsent` is in order of creation.
 */
export function mergeServerCopy(local: Survey, unsent: readonly Edit[], server: Survey): Survey {
  const merged = unsent.reduce(
    (survey, edit) => (edit.kind === 'answer' ? showAnswer(survey, edit) : applyEdit(survey, edit)),
    server,
  )
  return keepIdentity(local, merged)
}

/** Keeps the server's revision, because the edit gets one only when it arrives. */
function showAnswer(
  survey: Survey,
  { subSectionId, answerId, value, values, at, ...edit }: AnswerEdit,
): Survey {
  const copiedFrom = edit.copiedFrom ?? null
  const after = changeAnswer(survey, subSectionId, answerId, at, (answer) => ({
    ...answer,
    value,
    values,
    copiedFrom,
    editedAt: at,
  }))
  return after === survey ? survey : asChanged(after)
}
