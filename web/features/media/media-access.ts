/** Where a photo or video comes from on a phone. */
export type MediaSource = 'camera' | 'gallery'

const key = 'media-access'

/** The person allowed it once on this device. */
export function isAllowed(source: MediaSource): boolean {
  return localStorage.getItem(key)?.split(' ').includes(source) ?? false
}

export function rememberAllowed(source: MediaSource): void {
  if (isAllowed(source)) return
  try {
    localStorage.setItem(key, `${localStorage.getItem(key) ?? ''} ${source}`.trim())
  } catch {
    // Without room the question comes again.
  }
}

/** What the person told the browser of the camera in a page: only a clear refusal counts. */
export async function isCameraRefused(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' })
    return state === 'denied'
  } catch {
    // The browser does not say; asking for the camera will show it.
    return false
  }
}
