import type { Reader } from '#server/features/surveys/access.ts'

/** The access that a ticket's holder has now: the survey of a live link, or an account. */
export type TicketAccess = { readonly linkOf: string } | { readonly reader: Reader }

/** Types that a browser displays inline and cannot run. All others are handed out only for saving. */
const shownTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'video/webm']

export function isShownInPlace(contentType: string): boolean {
  return shownTypes.includes(contentType)
}
