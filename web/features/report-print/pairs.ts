/** Groups items in pairs. Each pair becomes a table row, which browsers never split across pages. */
export function inPairs<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / 2) }, (_, line) => items.slice(line * 2, line * 2 + 2))
}
