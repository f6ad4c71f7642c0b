/** Safari, and on iPhones every browser: all of them are Safari inside. */
export function isSafari(): boolean {
  const { userAgent } = navigator
  return /AppleWebKit/.test(userAgent) && !/Chrome|Chromium|Android/.test(userAgent)
}
