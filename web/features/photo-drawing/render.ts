import { limits } from '#contract/limits.ts'
import type { Shape } from '#contract/media/drawing.ts'
import { fitSize } from '#web/lib/picture/fit.ts'
import type { Bytes } from '#web/offline/store/rows.ts'
import { paintMarked } from './paint.ts'
import type { Photo } from './photo.ts'

const type = 'image/jpeg'
const thumbnailSide = 320
/** The last quality is used at any file size, because text must stay legible. */
const qualities = [0.86, 0.78, 0.7] as const

/** Renders the marked picture to send and its thumbnail for this device. */
export async function renderMarked(
  photo: Photo,
  shapes: readonly Shape[],
): Promise<{ readonly picture: Bytes; readonly thumbnail: Bytes }> {
  const canvas = blank(photo.width, photo.height)
  paintMarked(contextOf(canvas), photo, shapes)
  let picture = await encoded(canvas, qualities[0])
  for (const quality of qualities.slice(1)) {
    if (picture.bytes.byteLength <= limits.compressTargetBytes) break
    picture = await encoded(canvas, quality)
  }
  return { picture, thumbnail: await encoded(smaller(canvas), 0.75) }
}

function smaller(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const { width, height } = fitSize(canvas.width, canvas.height, thumbnailSide)
  const small = blank(width, height)
  const context = contextOf(small)
  context.imageSmoothingQuality = 'high'
  context.drawImage(canvas, 0, 0, width, height)
  return small
}

function blank(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return canvas
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('No 2D canvas context')
  return context
}

async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Bytes> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  if (!blob) throw new Error('Canvas export failed')
  return { bytes: await blob.arrayBuffer(), type }
}
