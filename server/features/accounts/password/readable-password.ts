/** Excludes letters and digits that are easily confused on screen or paper. */
const small = 'abcdefghjkmnpqrstuvwxyz'
const alphabet = `${small}${small.toUpperCase()}23456789`
/** Bytes from here on would make the first letters more likely. */
const fair = 256 - (256 % alphabet.length)
const groups = 4
const groupLength = 4

/** Returns 16 uniformly random letters and digits in four groups: more than 90 bits, easy to type. */
export function readablePassword(random: (bytes: number) => Buffer): string {
  const letters: string[] = []
  while (letters.length < groups * groupLength) {
    for (const byte of random(32)) if (byte < fair) letters.push(alphabet[byte % alphabet.length] ?? '')
  }
  const text = letters.join('')
  return Array.from({ length: groups }, (_, n) => text.slice(n * groupLength, (n + 1) * groupLength)).join(
    '-',
  )
}
