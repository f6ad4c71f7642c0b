import { changeAnswer } from './edit/change.ts'
import type { Edit } from './edit/edit.ts'
import type { AnswerValue } from './fields/kind.ts'
import type { DatedValue } from './merge.ts'
import { findAnswer } from './navigation.ts'
import type { Answer, Survey } from './survey.ts'

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
  const saved = new Map(reply.saved.map(({ id, revision }) => [id, revision]))
  for (const { id } of reply.overruled) saved.delete(id)
  const waiting = new Set(unsent.map((edit) => (edit.kind === 'answer' ? edit.answerId : '')))
  const overruled = reply.overruled
    .filter(({ id }) => !waiting.has(id))
    // The mark of a copy belongs to the value that gave way.
    .map((change) => ({ ...change, copiedFrom: null }))
  const changes = [...[...saved].map(([id, revision]) => ({ id, revision })), ...overruled]
  return {
    survey: changes.reduce(put, survey),
    unsent: unsent.map((edit) => {
      const revision = edit.kind === 'answer' ? saved.get(edit.answerId) : undefined
      return edit.kind === 'answer' && revision !== undefined ? { ...edit, baseRevision: revision } : edit
    }),
  }
}

function put(survey: Survey, change: Partial<DatedValue> & { id: string; revision: number }): Survey {
  const place = findAnswer(survey, change.id)
  if (!place) return survey
  return changeAnswer(survey, place.subSection.id, change.id, survey.lastEdited, (answer) =>
    isOlder(change, answer) ? answer : { ...answer, ...change },
  )
}

/** Somebody's later value may be on the screen already: the reply to what was sent before it turns nothing back. */
function isOlder(change: { readonly revision: number; readonly value?: string }, answer: Answer): boolean {
  if (change.value === undefined) return change.revision <= answer.revision
  return change.revision < answer.revision
}
