import {
  type Acknowledged,
  type OwnAnswer,
  reduceAnswer,
  type ServerAnswer,
  withServer,
} from './answer-state.ts'
import { asChanged, changeAnswer } from './edit/change.ts'
import { type AnswerEdit, applyEdit, type Edit } from './edit/edit.ts'
import type { AnswerValue } from './fields/kind.ts'
import { keepIdentity } from './keep-identity.ts'
import { findAnswer } from './navigation.ts'
import type { Answer, Survey } from './survey.ts'

/** The server's reply to saved answers. */
export interface SaveReply {
  /** Saved as sent. */
  readonly saved: readonly { readonly id: string; readonly revision: number }[]
  /** Another device's later value won. */
  readonly overruled: readonly (AnswerValue & { readonly id: string; readonly revision: number })[]
}

/**
 * Applies a save reply to the device's survey and to the edits that are still unsent. Edits typed during the
 * save get the new revision as their base; otherwise they would conflict with the user's own value. An
 * overruled value is shown only if no newer edit is unsent, since the server will decide about that edit by
 * time.
 */
export function applySaveReply(
  survey: Survey,
  unsent: readonly Edit[],
  reply: SaveReply,
): { readonly survey: Survey; readonly unsent: readonly Edit[] } {
  const events = new Map<string, Acknowledged>()
  for (const { id, revision } of reply.saved) events.set(id, acknowledgement(revision, null))
  for (const { id, revision, value, values } of reply.overruled)
    events.set(id, acknowledgement(revision, { value, values }))
  const waiting = new Set(unsent.map((edit) => (edit.kind === 'answer' ? edit.answerId : '')))
  const shown = [...events].filter(([id, { stands }]) => stands === null || !waiting.has(id))
  return {
    survey: shown.reduce((now, [id, event]) => show(now, id, event), survey),
    unsent: unsent.map((edit) => {
      const event = edit.kind === 'answer' ? events.get(edit.answerId) : undefined
      return edit.kind === 'answer' && event ? rebased(edit, event) : edit
    }),
  }
}

const sent = 'sent'

function acknowledgement(revision: number, stands: AnswerValue | null): Acknowledged {
  return {
    kind: 'acknowledged',
    entry: sent,
    sent: { value: '', values: [] },
    revision,
    stands,
    conflict: null,
  }
}

/** A later value may already be displayed; an older reply must not revert it. */
function show(survey: Survey, id: string, event: Acknowledged): Survey {
  const place = findAnswer(survey, id)
  if (!place) return survey
  return changeAnswer(survey, place.subSection.id, id, survey.lastEdited, (answer) => {
    const { value, values, copiedFrom, revision: baseRevision } = answer
    const own: OwnAnswer = {
      ...{ value, values, copiedFrom, baseRevision },
      ...{ editedAt: answer.editedAt ?? '', entry: sent, conflict: null },
    }
    const after = reduceAnswer({ server: null, own }, event).own
    if (!after || after.baseRevision < answer.revision) return answer
    if (after.baseRevision === answer.revision && event.stands === null) return answer
    return {
      ...answer,
      ...{ value: after.value, values: after.values, copiedFrom: after.copiedFrom ?? null },
      revision: after.baseRevision,
    }
  })
}

/** Updates the base of an edit that was typed during the save. */
function rebased(edit: AnswerEdit, event: Acknowledged): AnswerEdit {
  const { value, values, baseRevision, at: editedAt } = edit
  const own: OwnAnswer = { value, values, baseRevision, editedAt, entry: 'waiting', conflict: null }
  const after = reduceAnswer({ server: null, own }, event).own
  return after && after.baseRevision !== baseRevision ? { ...edit, baseRevision: after.baseRevision } : edit
}

/** Another user's saved answer, received from the server. */
export interface RemoteAnswer extends ServerAnswer, Pick<Answer, 'id'> {
  /** The author's name; '' = unknown. */
  readonly by: string
}

/** Applies answers that are newer than the survey's, in any order. */
export function applyRemoteAnswers(survey: Survey, answers: readonly RemoteAnswer[]): Survey {
  const after = answers.reduce((now, { id, by: _, ...server }) => {
    const place = findAnswer(now, id)
    if (!place) return now
    const at = server.editedAt ?? now.lastEdited
    return changeAnswer(now, place.subSection.id, id, at, (answer) => withServer(answer, server))
  }, survey)
  return after === survey ? survey : asChanged(after)
}

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
