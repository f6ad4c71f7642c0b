/**
 * Extracts a code's digits from typed or pasted text. In a pasted message with several numbers, the one of
 * the right length wins.
 */
export function codeDigits(text: string, length: number): string {
  const plain = text.normalize('NFKC')
  const whole = new RegExp(`(?<!\\d)\\d{${length}}(?!\\d)`).exec(plain)
  return (whole?.[0] ?? plain.replace(/\D/g, '')).slice(0, length)
}
