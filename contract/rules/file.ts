import { limits } from '../limits.ts'

/** Name endings of spec §5 'Survey media'; what a file really is the server finds out by its content. */
export const photoExtensions = ['jpg', 'jpeg', 'png', 'gif', 'tiff', 'tif', 'bmp', 'heic', 'heif'] as const
export const videoExtensions = [
  'mp4',
  'avi',
  'mov',
  'mkv',
  'mpeg',
  'mpg',
  'quicktime',
  'webm',
  'wmv',
] as const

/** The part after the last dot, lower case; '' without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** What a file claims to be by its name; null = not on the list. */
export function claimedKind(name: string): 'photo' | 'video' | null {
  const extension = extensionOf(name)
  if (photoExtensions.some((one) => one === extension)) return 'photo'
  if (videoExtensions.some((one) => one === extension)) return 'video'
  return null
}

export function maxBytes(kind: 'photo' | 'video'): number {
  return kind === 'photo' ? limits.photoBytes : limits.videoBytes
}
