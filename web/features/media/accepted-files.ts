import { photoExtensions, videoExtensions } from '#contract/rules/file.ts'
import type { FileKind } from '#survey/fields/kind.ts'

const accepted: Readonly<Record<FileKind, readonly string[]>> = {
  photo: ['image/*', ...photoExtensions.map((one) => `.${one}`)],
  video: ['video/*', ...videoExtensions.map((one) => `.${one}`)],
}

/** The `accept` of a file input. Systems that don't know HEIC or MKV go by the extension. */
export function acceptedFiles(kinds: readonly FileKind[]): string {
  return kinds.flatMap((kind) => accepted[kind]).join(',')
}
