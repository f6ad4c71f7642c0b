/**
 * The digits of a code out of what was typed, pasted or filled in: a whole message may be pasted, and in one with several
 * numbers the code is the one of the right length.
 */
export function codeDigits(text: string, length: number): string {
  const plain = text.normalize('NFKC')
  const whole = new RegExp(`(?<!\\d)\\d{${length}}(?!\\d)`).exec(plain)
  return (whole?.[0] ?? plain.replace(/\D/g, '')).slice(0, length)
}
