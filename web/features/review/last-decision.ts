/** The decision on the previous survey, passed in the history state. */
export interface LastDecision {
  readonly made: 'accepted' | 'sent_back'
  readonly name: string
}

export function lastDecisionOf(state: unknown): LastDecision | null {
  if (typeof state !== 'object' || state === null || !('made' in state) || !('name' in state)) return null
  const { made, name } = state
  if ((made !== 'accepted' && made !== 'sent_back') || typeof name !== 'string') return null
  return { made, name }
}
