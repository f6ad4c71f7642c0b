/**
 * Returns an expression in XPath's characters. Expressions pasted from word processors have curly quotes,
 * no-break spaces, ≤ and zero-width characters. The path `../name` becomes `${name}`, because a key refers to
 * the same sub-section first. Quoted strings keep their characters.
 */
export function plainExpression(source: string): string {
  if (plainAlready.test(source)) return source
  let plain = ''
  let from = 0
  while (from < source.length) {
    const open = nextQuote(source, from)
    plain += plainCode(source.slice(from, open))
    if (open === source.length) break
    const end = endOfText(source, open)
    if (end === -1) return plain + quoteOf(source[open] ?? '') + source.slice(open + 1)
    plain += quoted(source.slice(open + 1, end), quoteOf(source[open] ?? ''))
    from = end + 1
  }
  return plain
}

/** Replaces each invisible character with its code point: 'U+200B'. Spaces and emoji stay. */
export function visible(text: string): string {
  return text.replace(
    /\p{Extended_Pictographic}[\ufe0f\u200d]+|(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu,
    (one) =>
      /^\p{Extended_Pictographic}/u.test(one)
        ? one
        : `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  )
}

/** Matches expressions that need no change: ASCII only, no path. */
const plainAlready = /^(?!.*(?:\.\.\/|\/[\p{L}_]))[\t\n\r -~]*$/su
const single = "'‘’‚‛′‵＇"
const double = '"“”„‟″‶＂'

function quoteOf(mark: string): string {
  return single.includes(mark) ? "'" : '"'
}

function nextQuote(source: string, from: number): number {
  for (let at = from; at < source.length; at += 1) {
    const character = source[at] ?? ''
    if (single.includes(character) || double.includes(character)) return at
  }
  return source.length
}

/**
 * A straight quote ends at the next straight one, because the text between may contain a curly apostrophe.
 */
function endOfText(source: string, open: number): number {
  const mark = source[open] ?? ''
  const straight = source.indexOf(mark, open + 1)
  if ((mark === "'" || mark === '"') && straight !== -1) return straight
  const kinds = single.includes(mark) ? single : double
  for (let at = open + 1; at < source.length; at += 1) if (kinds.includes(source[at] ?? '')) return at
  return -1
}

function quoted(text: string, quote: string): string {
  const other = quote === "'" ? '"' : "'"
  return text.includes(quote) ? other + text + other : quote + text + quote
}

const signs: Readonly<Record<string, string>> = {
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '−': '-',
  '–': '-',
  '—': '-',
}
const step = String.raw`[\p{L}_][\p{L}\p{N}_.-]*`
/** `../name`, `../group/name`, `current()/../name` and `/form/group/name`: the last step is the field's key. */
const path = new RegExp(
  String.raw`(?:current\(\)/)?(?:(?:\.\./)+(?:${step}/)*|(?:/${step})*/)(${step})`,
  'gu',
)

function plainCode(code: string): string {
  return code
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\p{Z}]/gu, ' ')
    .replace(/[≤≥≠−–—]/g, (sign) => signs[sign] ?? sign)
    .replace(path, (_, key: string) => `\${${key}}`)
}
