import { kindOf } from './question-types.ts'
import type { Table } from './table.ts'

/** Returns the lists that several questions use with their names; a name exported by this app wins. */
export function sharedLists(table: Table): ReadonlyMap<string, string> {
  const used = new Map<string, number>()
  const named = new Map<string, string>()
  for (const row of table.rows) {
    const kind = kindOf(row.get('type'))
    if (kind.kind !== 'choice' || kind.orOther) continue
    const own = row.get('fieldbook::list')
    if (own !== '') named.set(kind.list, own)
    if (row.get('fieldbook::type') === '') used.set(kind.list, (used.get(kind.list) ?? 0) + 1)
  }
  const several = [...used].filter(([, count]) => count > 1).map(([list]) => [list, list] as const)
  return new Map([...several, ...named])
}
