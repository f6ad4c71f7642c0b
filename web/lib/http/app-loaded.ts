import { countsLoadsHeader, loadAddress } from '#contract/counts-loads.ts'

let isCounted = false

/**
 * Tells the installation's own server once in a page's life that the app was opened, where an answer says that it is
 * counted. Nothing goes along: no session, no address of the page, no body.
 */
export function countLoad(headers: Pick<Headers, 'has'>): void {
  if (isCounted || !headers.has(countsLoadsHeader) || asksForPrivacy()) return
  isCounted = true
  void fetch(`/api${loadAddress.path}`, {
    method: loadAddress.method,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    // Only a count is missed.
  }).catch(() => undefined)
}

/** Whoever tells their browser not to be counted is not. */
function asksForPrivacy(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & {
    globalPrivacyControl?: boolean
    doNotTrack?: string | null
  }
  return globalPrivacyControl === true || doNotTrack === '1'
}
