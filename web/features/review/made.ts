/** What was just done with the survey before; the navigation to the next one brings it along. */
export interface Made {
  readonly made: 'accepted' | 'sent_back'
  readonly name: string
}

export function madeOf(state: unknown): Made | null {
  if (typeof state !== 'object' || state === null || !('made' in state) || !('name' in state)) return null
  const { made, name } = state
  if ((made !== 'accepted' && made !== 'sent_back') || typeof name !== 'string') return null
  return { made, name }
}
