import { isCameraRefused } from './media-access.ts'

/** Whether this page has requested a camera without success. */
let failed = false

/**
 * Whether the app can take photos itself; otherwise the phone's own camera does. Resolves within milliseconds,
 * because a file input opens only shortly after a tap.
 */
export async function hasPageCamera(): Promise<boolean> {
  if (failed || !globalThis.isSecureContext || !navigator.mediaDevices) return false
  const [refused, devices] = await Promise.all([
    isCameraRefused(),
    // A browser that lists no devices may still have a camera.
    navigator.mediaDevices.enumerateDevices().catch(() => null),
  ])
  return !refused && (devices === null || devices.some(({ kind }) => kind === 'videoinput'))
}

/** Uses the phone's own camera until the page reloads. */
export function preferPhoneCamera(): void {
  failed = true
}
