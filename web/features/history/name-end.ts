import { cutName, isCut } from '#web/lib/language/format.ts'

/** So much of a name's end has room beside a date. */
const lettersAtMost = 22

/** The end of a name that the list cuts, from the beginning of a word where there is one; '' where it shows it whole. */
export function nameEnd(name: string): string {
  if (!isCut(name)) return ''
  const shown = cutName(name).replace(/\.+$/, '').length
  const letters = [...name.slice(shown)]
  if (letters.length <= lettersAtMost) return letters.join('')
  const end = letters.slice(-lettersAtMost).join('')
  const word = end.indexOf(' ')
  return word < 0 ? end : end.slice(word + 1)
}
