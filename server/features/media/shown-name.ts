import { extensionOf } from '#contract/rules/file.ts'

/** Characters that break file systems, or that make a name read otherwise than it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const unsafe = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
const longest = 120

/** The name as people see it: cleaned, cut, and with the ending of what the file really is. */
export function shownName(given: string, extension: string): string {
  const claimed = extensionOf(given)
  const stem = claimed === '' ? given : given.slice(0, -claimed.length - 1)
  const clean = stem
    .normalize('NFC')
    .replace(unsafe, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
  return `${[...clean].slice(0, longest).join('') || 'file'}.${extension}`
}
