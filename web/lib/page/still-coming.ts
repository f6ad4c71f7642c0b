/**
 * Changes that a page makes to its address are drawn later, on a slow device after the next ones were made, and some
 * not at all. Of those that it made itself the ones that are still to come once `arrived` is drawn; null where that is
 * none of them, as after 'back'.
 */
export function stillComing(own: readonly string[], arrived: string): readonly string[] | null {
  const place = own.lastIndexOf(arrived)
  return place === -1 ? null : own.slice(place + 1)
}
