/** A copy of the map that does not have this. */
export function without<Value>(map: ReadonlyMap<string, Value>, id: string): ReadonlyMap<string, Value> {
  const copy = new Map(map)
  copy.delete(id)
  return copy
}
