import { v7 } from 'uuid'
import { t } from '#web/lib/language/translate.ts'
import { filesOverQuota } from '#web/offline/storage/files-over-quota.ts'
import { currentStorageFailure } from '#web/offline/store/storage-failure.ts'
import { checkPicked, messageWithNames } from './check-picked.ts'
import type { FileRules } from './file-rules.ts'
import { inspectFile } from './inspect-file.ts'
import type { CheckedFile, StagedFiles } from './stage-files.ts'

interface Admitted {
  readonly chosen: readonly CheckedFile[]
  readonly problems: readonly string[]
}

/** Splits picked files into those that can be added and a message for each of the others. */
export async function admitFiles(
  files: readonly File[],
  limits: FileRules & { readonly used: number; readonly chosen: number },
  description = '',
): Promise<Admitted> {
  const looked = await Promise.all(files.map(async (file) => ({ file, found: await inspectFile(file) })))
  const checked = checkPicked(looked, limits)
  const tooLarge = await filesOverQuota(checked.accepted)
  // Photos are ordered by id, so create the ids in the order of picking.
  const chosen = checked.accepted
    .filter((one) => !tooLarge.has(one))
    .map((one): CheckedFile => ({ ...one, id: v7(), description }))
  return { chosen, problems: [...checked.problems, ...noRoom([...tooLarge].map(({ file }) => file))] }
}

/** Messages for admitted files that the device could not store. */
export function storeProblems({ unreadable, unstored }: StagedFiles): readonly string[] {
  const lost = currentStorageFailure() === 'full' ? noRoom(unstored) : unstored.map(couldNotStore)
  return [...messageWithNames('media.unreadable', unreadable), ...lost]
}

function noRoom(files: readonly File[]): readonly string[] {
  return files.map(({ name }) => t('media.deviceFull', { name }))
}

function couldNotStore({ name }: File): string {
  return t('media.couldNotKeep', { name })
}
