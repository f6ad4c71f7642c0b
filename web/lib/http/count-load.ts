import { countsLoadsHeader, loadAddress } from '#contract/counts-loads.ts'

let isCounted = false

/**
 * Reports one app load per page to the installation's own server, if a reply says that it counts loads. The
 * request carries no session, page address or body.
 */
export function countLoad(headers: Pick<Headers, 'has'>): void {
  if (isCounted || !headers.has(countsLoadsHeader) || asksForPrivacy()) return
  isCounted = true
  void fetch(`/api${loadAddress.path}`, {
    method: loadAddress.method,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    // A failure only loses one count.
  }).catch(() => undefined)
}

/** Whether the browser sends Do Not Track or Global Privacy Control. */
function asksForPrivacy(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & {
    globalPrivacyControl?: boolean
    doNotTrack?: string | null
  }
  return globalPrivacyControl === true || doNotTrack === '1'
}
