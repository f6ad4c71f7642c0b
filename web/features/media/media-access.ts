/** Source of a photo or video on a phone. */
export type MediaSource = 'camera' | 'gallery'

const key = 'media-access'

/** Whether the user once allowed this source on this device. */
export function isAllowed(source: MediaSource): boolean {
  return localStorage.getItem(key)?.split(' ').includes(source) ?? false
}

export function rememberAllowed(source: MediaSource): void {
  if (isAllowed(source)) return
  try {
    localStorage.setItem(key, `${localStorage.getItem(key) ?? ''} ${source}`.trim())
  } catch {
    // Storage is full: the question appears again next time.
  }
}

/** Whether the user has explicitly denied this page the camera. */
export async function isCameraRefused(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' })
    return state === 'denied'
  } catch {
    // The browser does not support this query; requesting the camera will show it.
    return false
  }
}
