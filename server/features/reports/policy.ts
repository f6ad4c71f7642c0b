import type { Holder, Rendition } from '#server/http/ticket.ts'

type Kind = 'photo' | 'video'

export function isGuest(holder: Holder): boolean {
  return 'link' in holder
}

/** Copies without metadata. The original may reveal a location, so guests never get it. */
const forGuests: readonly Rendition[] = ['view', 'thumb', 'poster', 'guest']

/** Returns whether the holder may read this copy. Checked at every use of a signed address. */
export function mayRead(holder: Holder, rendition: Rendition): boolean {
  return !isGuest(holder) || forGuests.includes(rendition)
}

/** Returns the copies to show inline, best first. */
export function shownRenditions(holder: Holder, kind: Kind): readonly Rendition[] {
  if (isGuest(holder)) return kind === 'photo' ? ['view'] : ['guest']
  return kind === 'photo' ? ['view', 'original'] : ['original']
}

/** Returns the copies for the zip, best first. A video that could not be cleaned is included as its still. */
export function zippedRenditions(
  holder: Holder,
  kind: Kind,
  { drawn = false }: { readonly drawn?: boolean } = {},
): readonly Rendition[] {
  if (isGuest(holder)) return kind === 'photo' ? ['view'] : ['guest', 'poster']
  return drawn ? ['view'] : ['original']
}

export const smallRenditions: readonly Rendition[] = ['thumb', 'poster']

/** The first of the wanted copies that exists. */
export function pick<R extends { readonly name: string }>(
  there: readonly R[],
  wanted: readonly Rendition[],
): R | null {
  for (const name of wanted) {
    const found = there.find((one) => one.name === name)
    if (found) return found
  }
  return null
}
