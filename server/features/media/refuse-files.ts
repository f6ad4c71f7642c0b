import { plainName } from '#contract/rules/file.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import type { IngestFailure } from './ingest.ts'

/** What may be wrong with one file of several. All have words that name files. */
type FileCode = IngestFailure['code'] | 'media.damaged' | 'media.uploadGone'

export interface RefusedFile<Code extends FileCode> {
  /** Among the upload's files, as the device's ids are counted. */
  readonly place: number
  readonly filename: string
  readonly code: Code
}

/**
 * One sentence for each sort of wrongness, with the names of all files that have it; then a line for each file by
 * its place (`files[2]`), so that the device can set it aside and send the others.
 */
export function refuseFiles<Code extends FileCode>(
  bad: readonly RefusedFile<Code>[],
  fallback: Code,
): Failure<Code> {
  const codes = [...new Set(bad.map(({ code }) => code))]
  const [first = fallback, ...others] = codes
  const values = (code: Code) => {
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
