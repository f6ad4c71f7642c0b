/** Flips the sign of a typed number, for keypads without a minus key. */
export function flipSign(text: string): string {
  const typed = text.trimStart()
  return /^[-\u2212\u2013\uff0d]/.test(typed) ? typed.slice(1) : `-${typed}`
}
