/** What stands in a long list: an item that is drawn, or room for some that are not yet. */
export type Row =
  | { readonly kind: 'item'; readonly id: string; readonly index: number }
  | { readonly kind: 'gap'; readonly ids: readonly string[]; readonly index: number }

/** How many are drawn together. */
export const step = 16

/** Gaps begin at the same places whatever is drawn around them, so that they stay the same elements. */
export function rowsOf(ids: readonly string[], shown: ReadonlySet<string>): readonly Row[] {
  const rows: Row[] = []
  let gap: string[] | null = null
  for (const [index, id] of ids.entries()) {
    if (shown.has(id)) {
      gap = null
      rows.push({ kind: 'item', id, index })
      continue
    }
    if (gap && index % step !== 0) {
      gap.push(id)
      continue
    }
    gap = [id]
    rows.push({ kind: 'gap', ids: gap, index })
  }
  return rows
}

/** Those with which a list begins: around the one that is needed, else the first. */
export function firstShown(ids: readonly string[], needed: readonly string[]): readonly string[] {
  const around = needed.flatMap((id) => neighbours(ids, id))
  return around.length > 0 ? around : ids.slice(0, step)
}

export function neighbours(ids: readonly string[], id: string): readonly string[] {
  const index = ids.indexOf(id)
  return index === -1 ? [] : ids.slice(Math.max(0, index - step / 2), index + step / 2)
}
