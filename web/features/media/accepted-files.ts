import { photoExtensions, videoExtensions } from '#contract/rules/file.ts'

/** What a picker offers; systems that know no HEIC or MKV go by the ending. */
export const acceptedFiles = [
  'image/*',
  'video/*',
  ...[...photoExtensions, ...videoExtensions].map((one) => `.${one}`),
].join(',')
