import { plainName } from '#contract/rules/file.ts'
import { fail } from '#server/http/failure.ts'
import type { IngestFailure } from './ingest.ts'

export interface RefusedFile {
  /** Among the upload's files, photos before videos: as the device's ids are counted. */
  readonly place: number
  readonly filename: string
  readonly code: IngestFailure['code']
}

/**
 * One sentence for each sort of wrongness, with the names of all files that have it; then a line for each file by
 * its place (`files[2]`), so that the device can set it aside and send the others.
 */
export function refuseFiles(bad: readonly RefusedFile[]): IngestFailure {
  const codes = [...new Set(bad.map(({ code }) => code))]
  const [first = 'media.unreadable', ...others] = codes
  const values = (code: IngestFailure['code']) => {
    const names = bad.filter((one) => one.code === code).map(({ filename }) => plainName(filename))
    return { files: names.join(', ') }
  }
  const places = bad.flatMap(({ place, filename, code }) => {
    const details = { field: `files[${place}]`, values: { files: plainName(filename) } }
    return fail(code, details).errors
  })
  const sentences = others.flatMap((code) => fail(code, { values: values(code) }).errors)
  return fail(first, { values: values(first), more: [...sentences, ...places] })
}
