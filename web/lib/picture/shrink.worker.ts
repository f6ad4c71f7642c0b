import { limits } from '#contract/limits.ts'
import { copyExif } from './exif.ts'
import { fitSize, pictureKind, qualities } from './fit.ts'

export interface ShrinkTask {
  readonly id: number
  readonly bytes: ArrayBuffer
  readonly type: string
  /** Longest side of the thumbnail, which is made from the result. */
  readonly thumbnailSide: number
  /** false = thumbnail only. */
  readonly shrink: boolean
}

export interface Shrunk {
  readonly bytes: ArrayBuffer
  readonly type: string
}

export interface ShrinkAnswer {
  readonly id: number
  /** null = send the original. */
  readonly picture: Shrunk | null
  readonly thumbnail: Shrunk | null
}

addEventListener('message', async ({ data }: MessageEvent<ShrinkTask>) => {
  // If shrinking fails, the original file is stored and sent.
  const answer = await carryOut(data).catch(
    (): ShrinkAnswer => ({ id: data.id, picture: null, thumbnail: null }),
  )
  const moved = [answer.picture?.bytes, answer.thumbnail?.bytes].filter((bytes) => bytes !== undefined)
  postMessage(answer, { transfer: moved })
})

async function carryOut({ id, bytes, type, thumbnailSide, shrink }: ShrinkTask): Promise<ShrinkAnswer> {
  const blob = new Blob([bytes], { type })
  const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' })
  try {
    const small = await drawn(bitmap, thumbnailSide, 'image/jpeg', 0.75)
    const thumbnail = { bytes: await small.arrayBuffer(), type: small.type }
    const picture = shrink ? await smaller(bitmap, new Uint8Array(bytes)) : null
    return { id, picture, thumbnail }
  } finally {
    bitmap.close()
  }
}

/** Keeps a photo that is already small, or that shrinking would enlarge. */
async function smaller(bitmap: ImageBitmap, original: Uint8Array): Promise<Shrunk | null> {
  const kind = pictureKind(original)
  if (kind === 'other') return null
  const fits = Math.max(bitmap.width, bitmap.height) <= limits.compressMaxSide
  if (fits && original.length <= limits.compressTargetBytes) return null
  const made = kind === 'png' ? await asPng(bitmap, original) : await asJpeg(bitmap, original)
  return made.bytes.byteLength < original.length ? made : null
}

async function asJpeg(bitmap: ImageBitmap, original: Uint8Array): Promise<Shrunk> {
  let blob = await drawn(bitmap, limits.compressMaxSide, 'image/jpeg', qualities[0])
  for (const quality of qualities.slice(1)) {
    if (blob.size <= limits.compressTargetBytes) break
    blob = await drawn(bitmap, limits.compressMaxSide, 'image/jpeg', quality)
  }
  const result = copyExif(original, new Uint8Array(await blob.arrayBuffer()))
  return { bytes: copied(result), type: 'image/jpeg' }
}

/** Plans and screenshots stay PNG to remain sharp; a large PNG (a photo) becomes a JPEG. */
async function asPng(bitmap: ImageBitmap, original: Uint8Array): Promise<Shrunk> {
  const blob = await drawn(bitmap, limits.compressMaxSide, 'image/png')
  if (blob.size <= limits.compressTargetBytes * 2) return { bytes: await blob.arrayBuffer(), type: blob.type }
  return asJpeg(bitmap, original)
}

async function drawn(bitmap: ImageBitmap, max: number, type: string, quality?: number): Promise<Blob> {
  const { width, height } = fitSize(bitmap.width, bitmap.height, max)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: type === 'image/png' })
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return canvas.convertToBlob(quality === undefined ? { type } : { type, quality })
}

function copied(bytes: Uint8Array): ArrayBuffer {
  const own = new ArrayBuffer(bytes.byteLength)
  new Uint8Array(own).set(bytes)
  return own
}
