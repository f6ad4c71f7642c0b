import { limits } from '#contract/limits.ts'
import { fitted } from '#web/lib/picture/fit.ts'
import { type PictureSource, readFirst } from '#web/offline/pictures/read-picture.ts'
import type { Pixels } from './pixelate.ts'

/** A photo in the size in which it is shown, upright. */
export interface Photo {
  readonly canvas: HTMLCanvasElement
  readonly pixels: Pixels
  readonly width: number
  readonly height: number
}

/** 'unreachable': not on this device and no network; 'unreadable': this browser cannot show it. */
export async function openPhoto(
  sources: readonly PictureSource[],
): Promise<Photo | 'unreachable' | 'unreadable'> {
  const blob = await readFirst(sources)
  if (!blob) return 'unreachable'
  try {
    const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' })
    try {
      return drawn(bitmap)
    } finally {
      bitmap.close()
    }
  } catch {
    // The browser cannot decode it; the person is told that it is unreadable.
    return 'unreadable'
  }
}

function drawn(bitmap: ImageBitmap): Photo {
  const { width, height } = fitted(bitmap.width, bitmap.height, limits.compressMaxSide)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return { canvas, pixels: context.getImageData(0, 0, width, height), width, height }
}
