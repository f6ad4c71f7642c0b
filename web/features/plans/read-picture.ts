import { v7 } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { detectKind, headBytes } from '#contract/rules/file-kind.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'
import { fitSize } from '#web/lib/picture/fit.ts'
import { thumbnailOf } from '#web/lib/picture/shrink.ts'
import type { PickedPlan } from '#web/offline/record/record-plan.ts'
import { canvasBlob } from './canvas-blob.ts'

/** Prepares a picked picture for storing. Returns a message key if it cannot be used. */
export async function readPicture(file: File, fallback: string): Promise<PickedPlan | MessageKey> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  if (detectKind(head)?.kind !== 'photo') return 'plans.pictureUnreadable'
  const fits = file.size <= limits.photoBytes
  const blob = fits ? file : await shrunk(file)
  if (!blob) return 'plans.pictureTooLarge'
  return preparePlan(blob, file.name.replace(/\.[^.]*$/, '') || fallback)
}

export async function preparePlan(blob: Blob, name: string): Promise<PickedPlan> {
  const bytes = await blob.arrayBuffer()
  const size = await sizeOf(blob)
  const { thumbnail } = await thumbnailOf(bytes.slice(0), blob.type)
  const data = { bytes, type: blob.type || 'application/octet-stream' }
  return { id: v7(), name: planName(name), ...size, thumbnail, data }
}

function planName(text: string): string {
  return cut(oneLine(text.replaceAll('_', ' ')), limits.planNameMax).trim()
}

/**
 * Width and height are null if the browser cannot decode the picture, which is then sent unchanged and shown from the
 * server's copy.
 */
async function sizeOf(blob: Blob): Promise<{ width: number | null; height: number | null }> {
  try {
    const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' })
    const { width, height } = bitmap
    bitmap.close()
    return { width, height }
  } catch {
    // A picture of unknown size is still stored.
    return { width: null, height: null }
  }
}

async function shrunk(blob: Blob): Promise<Blob | null> {
  try {
    const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' })
    const { width, height } = fitSize(bitmap.width, bitmap.height, limits.planSide)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, width, height)
    bitmap.close()
    return await canvasBlob(canvas)
  } catch {
    // The caller reports the picture as too large.
    return null
  }
}
