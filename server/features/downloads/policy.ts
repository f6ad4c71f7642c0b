/** What the holder of a ticket stands on at this moment: the survey of a live link, or an account. */
export type Proven = { readonly linkOf: string } | { readonly account: string }

/** Types that a browser shows in place and cannot run. All others are handed out for saving only. */
const shownTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'video/webm']

export function isShownInPlace(contentType: string): boolean {
  return shownTypes.includes(contentType)
}
