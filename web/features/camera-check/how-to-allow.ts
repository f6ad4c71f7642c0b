import type { MessageKey } from '#contract/messages/catalogue.ts'

interface Browser {
  readonly userAgent: string
  /** An iPad says that it is a Mac; a Mac has no fingers on its screen. */
  readonly touchPoints: number
}

/** Where the browser that is used keeps what it was told about the camera. Order matters: browsers name their ancestors too. */
export function howToAllow({ userAgent, touchPoints }: Browser): MessageKey {
  const mac = /\bMacintosh\b/.test(userAgent)
  if (/\b(iPhone|iPad|iPod)\b/.test(userAgent) || (mac && touchPoints > 1)) {
    return /\b(CriOS|EdgiOS|FxiOS)\//.test(userAgent) ? 'camera.allowIosApp' : 'camera.allowIosSafari'
  }
  const android = /\bAndroid\b/.test(userAgent)
  if (/\bFirefox\//.test(userAgent)) return android ? 'camera.allowFirefoxAndroid' : 'camera.allowFirefox'
  // One that shows no window is a 'HeadlessChrome'.
  if (/Chrom(e|ium)\//.test(userAgent)) return android ? 'camera.allowAndroid' : 'camera.allowChrome'
  if (mac && /\bSafari\//.test(userAgent)) return 'camera.allowMacSafari'
  return 'camera.allowOther'
}
