import { limits } from '#contract/limits.ts'
import { type Decode, type ReadCards, readVcards } from '#survey/vcard/read.ts'

/** null = it is no file of cards. */
export async function readVcardFile(file: File): Promise<ReadCards | null> {
  const isNamed = /\.(vcf|vcard)$/i.test(file.name) || /^text\/(x-)?vcard$/.test(file.type)
  if (!isNamed || file.size > limits.vcardFileBytes) return null
  const read = readVcards(textOf(new Uint8Array(await file.arrayBuffer())), decode)
  return read.contacts.length + read.unread === 0 ? null : read
}

/** UTF-8 as it should be; with its mark UTF-16; of old address books Windows' own. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // It is not UTF-8: the encoding that old address books are in decodes every byte.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const decode: Decode = (bytes, charset) => {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    // The browser does not know the charset that the card names.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
