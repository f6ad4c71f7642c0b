/** No letters or digits that are mistaken for each other when read from a screen or from paper. */
const small = 'abcdefghjkmnpqrstuvwxyz'
const alphabet = `${small}${small.toUpperCase()}23456789`
/** Bytes from here on would make the first letters more likely. */
const fair = 256 - (256 % alphabet.length)
const groups = 4
const groupLength = 4

/** 16 letters and digits of equal chance, in four groups: more than 90 bits that a person can type. */
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
