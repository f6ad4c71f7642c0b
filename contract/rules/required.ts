/** An error option for a missing value. */
interface Missing {
  readonly error: (issue: { readonly input?: unknown }) => string | undefined
}

/** Returns the message for a missing value; a value of another type is still malformed. */
export function required(key: string): Missing {
  return { error: ({ input }) => (input === undefined || input === null ? key : undefined) }
}
