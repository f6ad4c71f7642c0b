import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'

const quotedMax = 60

/** The dots of other scripts lead to the same hosts. */
const dot = '[.\\uff0e\\u3002\\uff61\\u2024]'
const likeAnAddress = new RegExp(
  [
    // a scheme and the text after it
    '[a-z][a-z\\d+-]*:/{1,}\\S*',
    'mailto:\\S*',
    'www\\S*',
    '\\S*[@\\uff20]\\S*',
    // a host: letters after a dot in the middle of a word
    `[\\p{L}\\p{N}_-]+(?:${dot}[\\p{L}\\p{N}_-]+)*${dot}\\p{L}{2,}\\S*`,
    // numbers with three dots
    `\\d{1,3}(?:${dot}\\d{1,3}){3}\\S*`,
  ].join('|'),
  'giu',
)

/** An account's full name, quoted; '' if there is no account. */
export function quotedName(
  account: { readonly first_name: string; readonly last_name: string } | null | undefined,
) {
  return account ? quoted(`${account.first_name} ${account.last_name}`) : ''
}

/**
 * Quotes a user's text inside a mail: one short line without quotation marks or text that mail programs turn
 * into links, so that it cannot pass as ours.
 */
export function quoted(text: string): string {
  const line = oneLine(text.normalize('NFKC'))
    .replace(/[\p{Cf}]/gu, '')
    .replace(likeAnAddress, '…')
    .replace(/["“”„«»‹›<>]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > quotedMax ? `${cut(line, quotedMax - 1).trimEnd()}…` : line
}
