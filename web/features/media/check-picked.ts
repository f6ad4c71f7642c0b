import { limits } from '#contract/limits.ts'
import { claimedKind, maxBytes } from '#contract/rules/file.ts'
import { say } from '#web/lib/say.ts'

export interface Picked {
  readonly name: string
  readonly size: number
  readonly type: string
}

export interface Checked<File extends Picked> {
  readonly accepted: readonly { readonly file: File; readonly kind: 'photo' | 'video' }[]
  readonly problems: readonly string[]
}

/** Which of the picked files can be taken, and in the specification's words why the others cannot. */
export function checkPicked<File extends Picked>(files: readonly File[], uploadsUsed: number): Checked<File> {
  if (uploadsUsed >= limits.uploadsPerField) return { accepted: [], problems: [say('media.tooManyUploads')] }
  const known = files.flatMap((file) => {
    const kind = kindOf(file)
    return kind ? [{ file, kind }] : []
  })
  const unknown = files.filter((file) => kindOf(file) === null).map(({ name }) => name)
  // A photo is made smaller before it is sent, so its limit is checked again then; a huge one is refused here.
  const fits = known.filter(({ file, kind }) => file.size <= maxBytes(kind) && file.size > 0)
  const named = (kind: 'photo' | 'video') =>
    known.filter((one) => one.kind === kind && one.file.size > maxBytes(kind)).map(({ file }) => file.name)
  const problems = [
    ...(unknown.length > 0 ? [`${say('media.wrongType')} (${unknown.join(', ')})`] : []),
    ...(named('photo').length > 0 ? [say('media.photoTooLarge', { files: named('photo').join(', ') })] : []),
    ...(named('video').length > 0 ? [say('media.videoTooLarge', { files: named('video').join(', ') })] : []),
    ...(fits.length > limits.filesPerUpload ? [say('media.tooManyFiles')] : []),
  ]
  return { accepted: fits.slice(0, limits.filesPerUpload), problems }
}

/** By its name; cameras of some phones give none that tells, so what the browser says counts too. */
function kindOf({ name, type }: Picked): 'photo' | 'video' | null {
  const claimed = claimedKind(name)
  if (claimed || name.includes('.')) return claimed
  return type.startsWith('image/') ? 'photo' : type.startsWith('video/') ? 'video' : null
}

/** How the files of one choice go out: the photos together, each video alone while uploads are left. */
export function planUploads<One extends { readonly kind: 'photo' | 'video' }>(
  files: readonly One[],
  uploadsUsed: number,
): readonly (readonly One[])[] {
  const photos = files.filter(({ kind }) => kind === 'photo')
  const videos = files.filter(({ kind }) => kind === 'video')
  const alone = [...(photos.length > 0 ? [photos] : []), ...videos.map((video) => [video])]
  return uploadsUsed + alone.length <= limits.uploadsPerField ? alone : [files]
}

/** How much of each file has left, when so many bytes of their common call have. */
export function percents(sizes: readonly number[], loaded: number, total: number): readonly number[] {
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  // Names and boundaries of the call are not the files' own.
  let left = total > 0 ? (loaded / total) * bytes : 0
  return sizes.map((size) => {
    const own = Math.min(size, Math.max(0, left))
    left -= size
    return size === 0 ? 100 : Math.floor((own / size) * 100)
  })
}

/** '1.25 Mb': sizes are shown with two decimals (spec §9). */
export function megabytes(size: number): string {
  return `${(size / 1024 / 1024).toFixed(2)} Mb`
}

export function speedText(bytesPerSecond: number): string {
  const kilobytes = bytesPerSecond / 1024
  return kilobytes < 1024 ? `${Math.round(kilobytes)} KB/s` : `${(kilobytes / 1024).toFixed(1)} MB/s`
}
