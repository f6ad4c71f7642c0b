import { photoExtensions, videoExtensions } from '#contract/rules/file.ts'
import type { FileKind } from '#survey/fields/kind.ts'

const accepted: Readonly<Record<FileKind, readonly string[]>> = {
  photo: ['image/*', ...photoExtensions.map((one) => `.${one}`)],
  video: ['video/*', ...videoExtensions.map((one) => `.${one}`)],
}

/** The `accept` attribute for a file input. Includes extensions for systems that do not know HEIC or MKV. */
export function acceptedFiles(kinds: readonly FileKind[]): string {
  return kinds.flatMap((kind) => accepted[kind]).join(',')
}
