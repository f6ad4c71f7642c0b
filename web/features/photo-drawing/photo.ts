import { limits } from '#contract/limits.ts'
import type { Turn } from '#contract/media/drawing.ts'
import { fitSize } from '#web/lib/picture/fit.ts'
import { type PictureSource, readFirstPicture } from '#web/offline/pictures/read-picture.ts'
import type { Pixels } from './pixelate.ts'

/** A decoded photo at display size, rotated. */
export interface Photo {
  readonly canvas: HTMLCanvasElement
  readonly pixels: Pixels
  readonly width: number
  readonly height: number
}

/** 'unreachable': not on this device and offline. 'unreadable': the browser cannot decode it. */
export async function openPhoto(
  sources: readonly PictureSource[],
  turn: Turn,
): Promise<Photo | 'unreachable' | 'unreadable'> {
  const blob = await readFirstPicture(sources)
  if (!blob) return 'unreachable'
  try {
    const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' })
    try {
      return drawn(bitmap, turn)
    } finally {
      bitmap.close()
    }
  } catch {
    // The editor shows the message for 'unreadable'.
    return 'unreadable'
  }
}

function drawn(bitmap: ImageBitmap, turn: Turn): Photo {
  const size = fitSize(bitmap.width, bitmap.height, limits.compressMaxSide)
  const lies = turn % 180 !== 0
  const [width, height] = lies ? [size.height, size.width] : [size.width, size.height]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('No 2D canvas context')
  context.imageSmoothingQuality = 'high'
  context.translate(width / 2, height / 2)
  context.rotate((turn * Math.PI) / 180)
  context.drawImage(bitmap, -size.width / 2, -size.height / 2, size.width, size.height)
  context.resetTransform()
  return { canvas, pixels: context.getImageData(0, 0, width, height), width, height }
}
