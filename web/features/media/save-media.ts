import { nameForType } from '#contract/rules/file-kind.ts'
import { startDownload } from '#web/lib/http/download.ts'
import { type PictureSource, readFirstPicture } from '#web/offline/pictures/read-picture.ts'

/** Downloads a photo or video with a timestamped name. Returns false if it cannot be loaded. */
export async function saveMedia(sources: readonly PictureSource[], filename: string): Promise<boolean> {
  const blob = await readFirstPicture(sources)
  if (!blob) return false
  const local = URL.createObjectURL(blob)
  startDownload(local, stampedName(nameForType(filename, blob.type), new Date()))
  // The browser reads the address asynchronously; a minute is enough to start the download.
  setTimeout(() => URL.revokeObjectURL(local), 60_000)
  return true
}

/**
 * '20260314-091500-photo-0001.jpg' in local time. Windows does not allow a double quote, so it becomes an inch mark.
 */
export function stampedName(filename: string, now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`
  return `${day}-${time}-${filename.replaceAll('"', '″')}`
}
