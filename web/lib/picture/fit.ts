/** Returns the size of a picture limited to `max` on its longer side; never enlarged. */
export function fitSize(width: number, height: number, max: number): { width: number; height: number } {
  const scale = Math.min(1, max / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** JPEG qualities to try until the picture is small enough; the last one is used regardless. */
export const qualities = [0.86, 0.78, 0.7, 0.6, 0.5] as const

export type PictureKind = 'jpeg' | 'png' | 'other'

/** Detects the type by the first bytes, never by the name. */
export function pictureKind(bytes: Uint8Array): PictureKind {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  return png.every((byte, index) => bytes[index] === byte) ? 'png' : 'other'
}
