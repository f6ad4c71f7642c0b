/**
 * Returns the page's own address changes that render after `arrived`; null if `arrived` is none of them, as
 * after 'back'. On a slow device, changes render late or are skipped.
 */
export function pendingChanges(own: readonly string[], arrived: string): readonly string[] | null {
  const place = own.lastIndexOf(arrived)
  return place === -1 ? null : own.slice(place + 1)
}
