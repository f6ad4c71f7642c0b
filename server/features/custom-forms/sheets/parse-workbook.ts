import { bookFromCsv, bookFromMarkdown, isMarkdownTable } from './read-text.ts'
import { readXls } from './read-workbook.ts'
import { readXlsx } from './read-xlsx.ts'
import { zipParts } from './zip-parts.ts'

/** Returns the sheets of a file, detected by content; null: neither spreadsheet nor text. */
export async function parseWorkbook(bytes: Uint8Array) {
  if (begins(bytes, [0x50, 0x4b])) return readXlsx(await zipParts(bytes))
  if (begins(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return readXls(bytes)
  const text = textOf(bytes)
  if (text === null) return null
  return isMarkdownTable(text) ? bookFromMarkdown(text) : bookFromCsv(text)
}

function begins(bytes: Uint8Array, with_: readonly number[]): boolean {
  return with_.every((byte, index) => bytes[index] === byte)
}

/** Returns null if it is not text. Old spreadsheets write Windows-1252. */
function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
