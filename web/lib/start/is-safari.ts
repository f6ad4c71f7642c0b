/** Whether the engine is Safari's; on iPhones, every browser uses it. */
export function isSafari(): boolean {
  const { userAgent } = navigator
  return /AppleWebKit/.test(userAgent) && !/Chrome|Chromium|Android/.test(userAgent)
}
