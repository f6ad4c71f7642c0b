/** Decodes a file's bytes: UTF-8, or an encoding of older spreadsheets. */
export function decodeText(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8: windows-1252 decodes every byte.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
