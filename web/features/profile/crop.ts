/** A rectangle in the upright picture's pixels; may extend beyond its edges. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Pixels; the size the server stores. */
const side = 512

/** Decodes a picture, upright. Returns null if the browser cannot. */
export async function loadPicture(url: string): Promise<HTMLImageElement | null> {
  const image = new Image()
  image.src = url
  return image.decode().then(
    () => image,
    () => null,
  )
}

/** The area as a JPEG, with white outside the picture. */
export async function cropPicture(image: HTMLImageElement, area: Area): Promise<Blob | null> {
  const size = Math.max(1, Math.min(side, Math.round(area.width)))
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, size, size)
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.92))
}
