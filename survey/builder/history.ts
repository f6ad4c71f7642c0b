import type { FormDocument } from '#contract/templates/form-document.ts'
import type { Edited } from './form-place.ts'

/**
 * Undo and redo of a template. Documents share unchanged parts, so a step is cheap. Steps form linked lists,
 * so adding one takes constant time.
 */
export interface History {
  readonly now: Edited
  readonly past: Step | null
  readonly future: Step | null
  /** Groups edits: further edits of the same group, such as letters of a name, add no step. */
  readonly group: string | null
}

interface Step {
  readonly edited: Edited
  readonly further: Step | null
}

export function historyOf(form: FormDocument): History {
  return { now: { form, at: { section: 0, field: null } }, past: null, future: null, group: null }
}

/** Adds a step. An edit without changes only updates the selected place. */
export function record(history: History, edited: Edited, group: string | null = null): History {
  if (edited.form === history.now.form) return { ...history, now: edited }
  const same = group !== null && group === history.group && history.past !== null
  return {
    now: edited,
    past: same ? history.past : { edited: history.now, further: history.past },
    future: null,
    group,
  }
}

/** Inserts another author's edit as one undo step before the current state. */
export function recordBefore(history: History, edited: Edited): History {
  return { ...history, past: { edited, further: history.past }, group: null }
}

export function undo(history: History): History {
  const { past, now, future } = history
  if (!past) return history
  return { now: past.edited, past: past.further, future: { edited: now, further: future }, group: null }
}

export function redo(history: History): History {
  const { past, now, future } = history
  if (!future) return history
  return { now: future.edited, past: { edited: now, further: past }, future: future.further, group: null }
}
