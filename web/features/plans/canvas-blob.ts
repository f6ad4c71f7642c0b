import { limits } from '#contract/limits.ts'

/** Encodes as PNG, which keeps lines sharp, or as JPEG if the PNG is too large, as for scanned photos. */
export async function canvasBlob(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const png = await toBlob(canvas, 'image/png')
  if (png && png.size <= limits.photoBytes / 2) return png
  for (const quality of [0.92, 0.8, 0.6]) {
    const jpeg = await toBlob(canvas, 'image/jpeg', quality)
    if (jpeg && jpeg.size <= limits.photoBytes) return jpeg
  }
  return null
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality))
}
