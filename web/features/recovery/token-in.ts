/** A token in the history state. It survives a reload and never appears in the URL. */
export function tokenIn(state: unknown): string | null {
  return textIn(state, 'token')
}

export function textIn(state: unknown, name: string): string | null {
  if (typeof state !== 'object' || state === null || !(name in state)) return null
  const value = (state as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}
