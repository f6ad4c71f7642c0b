import type { MessageKey } from '#contract/messages/catalogue.ts'

interface Browser {
  readonly userAgent: string
  /** Tells an iPad, which claims to be a Mac, from a Mac, which has no touch screen. */
  readonly touchPoints: number
}

/**
 * Returns the message on where this browser stores camera permissions. Order matters: user agents also name related
 * browsers.
 */
export function howToAllow({ userAgent, touchPoints }: Browser): MessageKey {
  const mac = /\bMacintosh\b/.test(userAgent)
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent) || (mac && touchPoints > 1)) {
    return /\b(CriOS|EdgiOS|FxiOS)\//.test(userAgent) ? 'camera.allowIosApp' : 'camera.allowIosSafari'
  }
  const android = /\bAndroid\b/.test(userAgent)
  if (/\bFirefox\//.test(userAgent)) return android ? 'camera.allowFirefoxAndroid' : 'camera.allowFirefox'
  // Also matches 'HeadlessChrome'.
  if (/Chrom(e|ium)\//.test(userAgent)) return android ? 'camera.allowAndroid' : 'camera.allowChrome'
  if (mac && /\bSafari\//.test(userAgent)) return 'camera.allowMacSafari'
  return 'camera.allowOther'
}
