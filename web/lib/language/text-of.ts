/** A file's bytes as text: UTF-8, or what older spreadsheets write. */
export function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // It is not UTF-8: the encoding that old tables are in decodes every byte.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
