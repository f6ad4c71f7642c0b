import { limits } from '#contract/limits.ts'
import { plainName } from '#contract/rules/file.ts'
import { t } from '#web/lib/language/translate.ts'

interface Picked {
  readonly name: string
  readonly size: number
  slice(from: number, to: number): Pick<Blob, 'arrayBuffer'>
}

/** Splits picked files into accepted ones and the specification's messages for the rest. */
export async function checkFiles<File extends Picked>(
  files: readonly File[],
): Promise<{ readonly accepted: readonly File[]; readonly problems: readonly string[] }> {
  const looked = await Promise.all(files.map(async (file) => ({ file, problem: await problemOf(file) })))
  return {
    accepted: looked.flatMap(({ file, problem }) => (problem ? [] : [file])),
    problems: looked.flatMap(({ file, problem }) =>
      problem ? [t(problem, { file: plainName(file.name) })] : [],
    ),
  }
}

async function problemOf(file: Picked): Promise<'bulk.tooLarge' | 'bulk.unreadable' | null> {
  if (file.size > limits.bulkFileBytes) return 'bulk.tooLarge'
  // Reading fails for a dropped folder or a file deleted since.
  const isRead = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
  return isRead ? null : 'bulk.unreadable'
}
