import { Contact } from '#contract/accounts/contacts.ts'
import { limits } from '#contract/limits.ts'

/** The middle of a picture as a small JPEG that fits into a card; null where this browser cannot show the picture. */
export async function shrinkPhoto(file: Blob): Promise<string | null> {
  // null says that this browser cannot show the picture; the caller tells the person.
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const side = Math.min(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = limits.contactPhotoSide
  const context = canvas.getContext('2d')
  if (!context) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2]
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height)
  picture.close()
  const tries = [0.85, 0.7, 0.5, 0.3].map((quality) => canvas.toDataURL('image/jpeg', quality))
  return tries.find((data) => Contact.shape.photo.safeParse(data).success) ?? null
}
