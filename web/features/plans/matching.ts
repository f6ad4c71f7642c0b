import { fold } from '#contract/rules/fold.ts'

/** Those whose name has every word of the query, without regard to case and accents. */
export function matching<Named extends { readonly name: string }>(
  all: readonly Named[],
  query: string,
): readonly Named[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return all
  return all.filter(({ name }) => {
    const folded = fold(name)
    return words.every((word) => folded.includes(word))
  })
}
