/** Returns a copy of the map without this key. */
export function omitKey<Value>(map: ReadonlyMap<string, Value>, id: string): ReadonlyMap<string, Value> {
  const copy = new Map(map)
  copy.delete(id)
  return copy
}
