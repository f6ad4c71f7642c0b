/** Two by two, so that each line of photos is a table row of its own, which no browser splits over pages. */
export function inPairs<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / 2) }, (_, line) => items.slice(line * 2, line * 2 + 2))
}
