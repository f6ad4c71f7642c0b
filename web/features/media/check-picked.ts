import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { maxBytes, plainName } from '#contract/rules/file.ts'
import { t } from '#web/lib/language/translate.ts'
import type { FileRules } from './file-rules.ts'
import type { FileContent } from './inspect-file.ts'

export interface Picked {
  readonly name: string
  readonly size: number
}

export interface InspectedFile<File extends Picked> {
  readonly file: File
  readonly found: FileContent
}

export interface Accepted<File extends Picked> {
  readonly file: File
  readonly kind: 'photo' | 'video'
}

export interface CheckResult<File extends Picked> {
  readonly accepted: readonly Accepted<File>[]
  readonly problems: readonly string[]
}

/**
 * Splits picked files into accepted ones and messages, in the specification's words, that name the others. `chosen`:
 * number of files already waiting for their upload, in addition to the answer's files.
 */
export function checkPicked<File extends Picked>(
  files: readonly InspectedFile<File>[],
  {
    used,
    chosen,
    kinds,
    left: fieldLeft,
    max = 0,
  }: FileRules & { readonly used: number; readonly chosen: number },
): CheckResult<File> {
  if (used >= limits.uploadsPerField) return { accepted: [], problems: [t('media.tooManyUploads')] }
  const known = files.flatMap(({ file, found }): Accepted<File>[] =>
    found === 'photo' || found === 'video' ? [{ file, kind: found }] : [],
  )
  const other = known.filter(({ kind }) => !kinds.includes(kind)).map(({ file }) => file)
  const fits = known.filter(({ file, kind }) => kinds.includes(kind) && file.size <= maxBytes(kind))
  const large = (of: 'photo' | 'video') =>
    known
      .filter(({ file, kind }) => kind === of && kinds.includes(of) && file.size > maxBytes(kind))
      .map(({ file }) => file)
  const found = (as: FileContent) => files.filter((one) => one.found === as).map(({ file }) => file)
  const room = Math.max(0, Math.min(limits.filesPerUpload, fieldLeft) - chosen)
  const left = fits.slice(room).map(({ file }) => file)
  const isPhotos = kinds.includes('photo')
  const why =
    fieldLeft < limits.filesPerUpload
      ? t(isPhotos ? 'media.tooManyPhotosHere' : 'media.tooManyVideosHere', { max })
      : t('media.tooManyFiles')
  const leftOut = (sentence: string, files: readonly Picked[]) =>
    `${sentence} ${t('media.leftOut', { files: names(files) })}`
  const problems = [
    ...messageWithNames('media.wrongType', found('other')),
    ...messageWithNames('media.unreadable', found('unreadable')),
    ...messageWithNames('media.photoTooLarge', large('photo')),
    ...messageWithNames('media.videoTooLarge', large('video')),
    ...(other.length > 0
      ? [leftOut(t(isPhotos ? 'media.onlyPhotosHere' : 'media.onlyVideosHere'), other)]
      : []),
    ...(left.length > 0 ? [leftOut(why, left)] : []),
  ]
  return { accepted: fits.slice(0, room), problems }
}

/** The message with all names, or nothing if there are no files. */
export function messageWithNames(
  key: MessageKey,
  files: readonly { readonly name: string }[],
): readonly string[] {
  return files.length > 0 ? [t(key, { files: names(files) })] : []
}

function names(files: readonly { readonly name: string }[]): string {
  return files.map(({ name }) => plainName(name)).join(', ')
}

/** Percentage sent of each file, given the sent bytes of their shared request. */
export function percents(sizes: readonly number[], loaded: number, total: number): readonly number[] {
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  // The request also contains names and boundaries.
  let left = total > 0 ? (loaded / total) * bytes : 0
  return sizes.map((size) => {
    const own = Math.min(size, Math.max(0, left))
    left -= size
    return size === 0 ? 100 : Math.floor((own / size) * 100)
  })
}

/** '1.25 Mb': two decimals (spec §9). */
export function megabytes(size: number): string {
  return `${(size / 1024 / 1024).toFixed(2)} Mb`
}

export function speedText(bytesPerSecond: number): string {
  const kilobytes = bytesPerSecond / 1024
  return kilobytes < 1024 ? `${Math.round(kilobytes)} KB/s` : `${(kilobytes / 1024).toFixed(1)} MB/s`
}
