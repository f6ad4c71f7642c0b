import { type Acknowledged, type OwnAnswer, reduceAnswer } from './answer-state.ts'
import { changeAnswer } from './edit/change.ts'
import type { AnswerEdit, Edit } from './edit/edit.ts'
import type { AnswerValue } from './fields/kind.ts'
import { findAnswer } from './navigation.ts'
import type { Survey } from './survey.ts'

/** The server's word on answers that this device had sent. */
export interface SaveReply {
  /** Stands as it was sent. */
  readonly saved: readonly { readonly id: string; readonly revision: number }[]
  /** Another device's later value stands instead. */
  readonly overruled: readonly (AnswerValue & { readonly id: string; readonly revision: number })[]
}

/**
 * Brings a reply to a save into the device's survey and into what is still waiting (`unsent`, without what was
 * just answered). Typing that went on meanwhile was built on the value just saved, so its base moves up with it;
 * else it would come as a conflict with the person's own words. An overruled value is shown only where nothing
 * newer waits: of that, the server decides by time.
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

/** Somebody's later value may be on the screen already: the reply to what was sent before it turns nothing back. */
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

/** Typed on while its predecessor was on its way. */
function rebased(edit: AnswerEdit, event: Acknowledged): AnswerEdit {
  const { value, values, baseRevision, at: editedAt } = edit
  const own: OwnAnswer = { value, values, baseRevision, editedAt, entry: 'waiting', conflict: null }
  const after = reduceAnswer({ server: null, own }, event).own
  return after && after.baseRevision !== baseRevision ? { ...edit, baseRevision: after.baseRevision } : edit
}
