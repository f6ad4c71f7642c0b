import { isCameraRefused } from './media-access.ts'

/** This page has asked for a camera and did not get one. */
let failed = false

/**
 * Whether a photo can be taken in the app. Where it cannot, the device's own camera takes it. Answers within
 * milliseconds: a file input opens only while the browser still counts the tap.
 */
export async function hasPageCamera(): Promise<boolean> {
  if (failed || !globalThis.isSecureContext || !navigator.mediaDevices) return false
  const [refused, devices] = await Promise.all([
    isCameraRefused(),
    // A browser that lists no devices may have a camera all the same.
    navigator.mediaDevices.enumerateDevices().catch(() => null),
  ])
  return !refused && (devices === null || devices.some(({ kind }) => kind === 'videoinput'))
}

/** From now on, until the page is loaded again, the device's own camera opens at once. */
export function preferPhoneCamera(): void {
  failed = true
}
