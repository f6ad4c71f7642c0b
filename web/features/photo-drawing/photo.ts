import { limits } from '#contract/limits.ts'
import { fitted } from '#web/lib/picture/fit.ts'
import { db, onDevice } from '#web/offline/database.ts'
import type { Pixels } from './pixelate.ts'

/** Where a photo without its drawing is: on this device by an id, or at an address. */
export type PhotoSource = { readonly stored: string } | { readonly address: string }

/** A photo in the size in which it is shown, upright. */
export interface Photo {
  readonly canvas: HTMLCanvasElement
  readonly pixels: Pixels
  readonly width: number
  readonly height: number
}

/** 'unreachable': not on this device and no network; 'unreadable': this browser cannot show it. */
export async function openPhoto(
  account: string,
  source: PhotoSource,
): Promise<Photo | 'unreachable' | 'unreadable'> {
  const blob = 'stored' in source ? await storedBlob(account, source.stored) : await fetched(source.address)
  if (!blob) return 'unreachable'
  try {
    const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' })
    try {
      return drawn(bitmap)
    } finally {
      bitmap.close()
    }
  } catch {
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

async function storedBlob(account: string, id: string): Promise<Blob | null> {
  const row = await onDevice(() => db.blobs.get([account, id])).catch(() => undefined)
  return row ? new Blob([row.bytes], { type: row.type }) : null
}

async function fetched(address: string): Promise<Blob | null> {
  try {
    const answer = await fetch(address, { credentials: 'omit' })
    return answer.ok ? await answer.blob() : null
  } catch {
    return null
  }
}
