import { plainName } from '#contract/rules/file.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import type { IngestFailure } from './ingest.ts'

/** Possible failures of one file of several. All have messages with file names. */
type FileCode = IngestFailure['code'] | 'media.damaged' | 'media.uploadGone'

export interface RejectedFile<Code extends FileCode> {
  /** Index among the upload's files, as for the device's ids. */
  readonly place: number
  readonly filename: string
  readonly code: Code
}

/**
 * Returns one sentence per failure with the names of all its files, then a line for each file by its index
 * (`files[2]`), so that the device can set it aside and send the others.
 */
export function rejectFiles<Code extends FileCode>(
  bad: readonly RejectedFile<Code>[],
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
