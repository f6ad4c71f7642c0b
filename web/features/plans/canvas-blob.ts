import { limits } from '#contract/limits.ts'

/** Lines stay sharp as PNG; a picture that gets too heavy that way (a scanned photo) becomes a JPEG. */
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
