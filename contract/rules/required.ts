/** A key of the catalogue. */
interface Missing {
  readonly error: (issue: { readonly input?: unknown }) => string | undefined
}

/** What is said where nothing was sent; another kind of value is still malformed. */
export function required(key: string): Missing {
  return { error: ({ input }) => (input === undefined || input === null ? key : undefined) }
}
