import { limits } from '#contract/limits.ts'
import { plainName } from '#contract/rules/file.ts'
import { t } from '#web/lib/language/translate.ts'

interface Picked {
  readonly name: string
  readonly size: number
  slice(from: number, to: number): Pick<Blob, 'arrayBuffer'>
}

/** Which of the picked files can be taken, and in the specification's words why the others cannot. */
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
  // A folder that was dropped, or a file that is gone since.
  const isRead = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
  return isRead ? null : 'bulk.unreadable'
}
