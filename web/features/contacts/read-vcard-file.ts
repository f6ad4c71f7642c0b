import { limits } from '#contract/limits.ts'
import { type Decode, type ReadCards, readVcards } from '#survey/vcard/read.ts'

/** Parses a vCard file. Returns null if it is not one. */
export async function readVcardFile(file: File): Promise<ReadCards | null> {
  const isNamed = /\.(vcf|vcard)$/i.test(file.name) || /^text\/(x-)?vcard$/.test(file.type)
  if (!isNamed || file.size > limits.vcardFileBytes) return null
  const read = readVcards(octetsOf(new Uint8Array(await file.arrayBuffer())), decode)
  return read.contacts.length + read.unread === 0 ? null : read
}

/** A byte order mark means the whole file is UTF-16. Otherwise each value names its own character set. */
function octetsOf(bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes
  const isLittle = first === 0xff && second === 0xfe
  if (!isLittle && !(first === 0xfe && second === 0xff)) return bytes
  return new TextEncoder().encode(new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes))
}

const decode: Decode = (bytes, charset) => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    // The caller then tries another character set and reports unreadable values.
    return null
  }
}
