import type { Given } from '#survey/fields/kind.ts'
import { sameGiven } from '#survey/fields/registry.ts'
import type { Conflict } from '../store/rows.ts'

/** Typing on asks nothing anew and answers nothing, unless it says what the other said. */
export function stillAsked(conflict: Conflict | null | undefined, now: Given): Conflict | null {
  return conflict?.stands === 'own' && !sameGiven(now, conflict.other) ? conflict : null
}
