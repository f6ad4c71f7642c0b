/** The slices of a language as one table: 'slice.meaning' → sentence. */
export function byKey(
  slices: Readonly<Record<string, Readonly<Record<string, string>>>>,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(slices).flatMap(([slice, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${slice}.${key}`, text] as const),
    ),
  )
}
