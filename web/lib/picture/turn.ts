import { copyExif, turnedByExif } from './exif.ts'

/** Returns the picture rotated a quarter turn clockwise; null if this browser cannot decode it. */
export async function turned(file: File): Promise<File | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const turned = turnedByExif(bytes)
  if (turned) return new File([new Uint8Array(turned)], file.name, { type: file.type })
  // null: the file stays unchanged.
  return drawnTurned(file, bytes).catch(() => null)
}

/** Redraws a file that has no orientation tag. */
async function drawnTurned(file: File, bytes: Uint8Array): Promise<File | null> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.height
  canvas.height = bitmap.width
  const context = canvas.getContext('2d')
  context?.translate(canvas.width, 0)
  context?.rotate(Math.PI / 2)
  context?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const type = file.type === 'image/png' ? 'image/png' : 'image/jpeg'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92))
  if (!blob || !context) return null
  if (type === 'image/png') return new File([blob], file.name, { type })
  const kept = copyExif(bytes, new Uint8Array(await blob.arrayBuffer()))
  return new File([new Uint8Array(kept)], file.name, { type })
}
