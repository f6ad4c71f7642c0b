/** A row of a long list: a rendered item, or a gap of items not rendered yet. */
export type Row =
  | { readonly kind: 'item'; readonly id: string; readonly index: number }
  | { readonly kind: 'gap'; readonly ids: readonly string[]; readonly index: number }

/** Items rendered at a time. */
export const step = 16

/** Splits the list into rows. Gaps start at fixed indexes, so their elements survive changes around them. */
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

/** The items rendered first: around the needed ones, or the start of the list. */
export function firstShown(ids: readonly string[], needed: readonly string[]): readonly string[] {
  const around = needed.flatMap((id) => neighbors(ids, id))
  return around.length > 0 ? around : ids.slice(0, step)
}

export function neighbors(ids: readonly string[], id: string): readonly string[] {
  const index = ids.indexOf(id)
  return index === -1 ? [] : ids.slice(Math.max(0, index - step / 2), index + step / 2)
}
