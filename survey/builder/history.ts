import type { FormDocument } from '#contract/templates/form-document.ts'
import type { Edited } from './place.ts'

/**
 * All that a template was and can be again. Documents share what did not change, so a step costs little; the steps are
 * chained, so one more costs the same however many there are.
 */
export interface History {
  readonly now: Edited
  readonly past: Step | null
  readonly future: Step | null
  /** What the last step was of: more of the same, as the next letter of a name, is no step of its own. */
  readonly group: string | null
}

interface Step {
  readonly edited: Edited
  readonly further: Step | null
}

export function historyOf(form: FormDocument): History {
  return { now: { form, at: { section: 0, field: null } }, past: null, future: null, group: null }
}

/** What changes nothing only moves the attention. */
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

/** What somebody else made in between is one step back, without ever having stood here. */
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
