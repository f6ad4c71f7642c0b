/**
 * NAL unit types of picture slices, parameter sets and delimiters. Type 6 holds user data of cameras and
 * encoders.
 */
const inSamples = [1, 5, 7, 8, 9]

/**
 * Verifies that an avcC box contains only decoder settings. Returns the byte length of the length prefixes in
 * samples, or null.
 */
export function pictureSettings(bytes: Buffer): number | null {
  let at = 5
  const take = (type: number, count: number): boolean => {
    for (let left = count; left > 0; left--) {
      const length = bytes.readUInt16BE(at)
      if (length === 0 || at + 2 + length > bytes.length || typeOf(bytes, at + 2) !== type) return false
      at += 2 + length
    }
    return true
  }
  if (!take(7, (bytes[at++] ?? 0) & 31) || !take(8, bytes[at++] ?? 0)) return null
  // Higher profiles add three bytes of color format and a count of further settings, which must be zero.
  const isWhole = at === bytes.length || (at + 4 === bytes.length && bytes[at + 3] === 0)
  return isWhole ? ((bytes[4] ?? 0) & 3) + 1 : null
}

/** Whether a sample consists only of pictures, from its first byte to its last. */
export function onlyPictures(sample: Buffer, prefix: number): boolean {
  let at = 0
  while (at < sample.length) {
    if (at + prefix >= sample.length) return false
    const length = sample.readUIntBE(at, prefix)
    if (length === 0 || !inSamples.includes(typeOf(sample, at + prefix))) return false
    at += prefix + length
  }
  return at === sample.length
}

function typeOf(bytes: Buffer, at: number): number {
  return (bytes[at] ?? 0) & 31
}
