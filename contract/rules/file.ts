import { limits } from '../limits.ts'

/** File name extensions of spec §5 'Survey media'; the server checks the content. */
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

/** Returns the part after the last dot in lower case; '' without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** Returns the kind claimed by a file name; null = not on the list. */
export function claimedKind(name: string): 'photo' | 'video' | null {
  const extension = extensionOf(name)
  if (photoExtensions.some((one) => one === extension)) return 'photo'
  if (videoExtensions.some((one) => one === extension)) return 'video'
  return null
}

export function maxBytes(kind: 'photo' | 'video'): number {
  return kind === 'photo' ? limits.photoBytes : limits.videoBytes
}

/** Line breaks and characters that make a name look different, such as 'gpj.exe' for 'exe.jpg'. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const deceiving = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
const longestShown = 80

/**
 * Returns a file's name for use in a sentence: without path and deceptive characters, shortened in the
 * middle.
 */
export function plainName(name: string): string {
  const clean = name
    .toWellFormed()
    .slice(name.search(/[^/\\]*$/))
    .replace(deceiving, '')
    .trim()
  const letters = [...clean]
  if (letters.length <= longestShown) return clean || 'file'
  return `${letters.slice(0, longestShown - 21).join('')}…${letters.slice(-20).join('')}`
}
