import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { extensionOf } from '#contract/rules/file.ts'

export const photoEndings = ['png', 'jpeg', 'jpg', 'heic'] as const
/** For the picker: HEIC has no type that every system knows. */
export const accepted = photoEndings.map((ending) => `.${ending}`).join(',')

/** What can be refused before a picture is opened (spec §5 'Profile photo'); the server looks into it. */
export function refusedFile({ name, size }: Pick<File, 'name' | 'size'>): MessageKey | null {
  if (!photoEndings.some((ending) => ending === extensionOf(name))) return 'profile.photoWrongType'
  return size > limits.profilePhotoBytes ? 'profile.photoTooLarge' : null
}

/** 'IMG_0001.HEIC' → 'IMG_0001.jpg': what was cropped here is a JPEG. */
export function croppedName(name: string): string {
  const dot = name.lastIndexOf('.')
  return `${dot > 0 ? name.slice(0, dot) : name}.jpg`
}
