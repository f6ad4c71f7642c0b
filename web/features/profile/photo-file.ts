import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { extensionOf } from '#contract/rules/file.ts'

export const photoExtensions = ['png', 'jpeg', 'jpg', 'heic'] as const
/** For the file picker by extension: some systems have no MIME type for HEIC. */
export const acceptedExtensions = photoExtensions.map((ending) => `.${ending}`).join(',')

/** Error for a file that can be rejected unopened, or null. The server checks the content. */
export function fileError({ name, size }: Pick<File, 'name' | 'size'>): MessageKey | null {
  if (!photoExtensions.some((ending) => ending === extensionOf(name))) return 'profile.photoWrongType'
  return size > limits.profilePhotoBytes ? 'profile.photoTooLarge' : null
}

/** 'IMG_0001.HEIC' → 'IMG_0001.jpg': cropping produces a JPEG. */
export function croppedName(name: string): string {
  const dot = name.lastIndexOf('.')
  return `${dot > 0 ? name.slice(0, dot) : name}.jpg`
}
