import { limits } from '#contract/limits.ts'
import { plainName } from '#contract/rules/file.ts'
import type { Context, Db } from '#server/context.ts'
import { readKind } from '#server/files/kind.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import type { ReceivedFile } from '#server/http/multipart.ts'
import { countStoredUsage, type NewBulkFile } from './data.ts'
import { rejectOverQuota } from './policy.ts'

interface Call {
  readonly db: Db
  readonly context: Context
  readonly account: { readonly id: string }
  readonly files: readonly ReceivedFile[]
}

/**
 * Stores all files of a call before its transaction opens; their type is detected, and any type is accepted.
 */
export async function ingestFiles(
  call: Call,
): Promise<readonly NewBulkFile[] | Failure<'media.noFiles' | 'media.tooManyFiles' | 'bulk.noRoom'>> {
  const { db, context, account } = call
  // A form in which nothing was chosen has a part without name and content.
  const chosen = call.files.filter(({ filename, bytes }) => filename !== '' || bytes.size > 0)
  if (chosen.length === 0) return fail('media.noFiles')
  if (chosen.length > limits.filesPerUpload) return fail('media.tooManyFiles')
  const refused = rejectOverQuota(
    await countStoredUsage(db, account.id),
    chosen.map(({ bytes }) => bytes),
  )
  if (refused) return refused
  const kept: NewBulkFile[] = []
  try {
    for (const { filename, bytes } of chosen) {
      const kind = (await readKind(bytes.path))?.kind ?? null
      kept.push({ filename: plainName(filename), kind, bytes: await context.files.commit(bytes) })
    }
    return kept
  } catch (error) {
    await discardFiles(context, kept)
    throw error
  }
}

/** Removes bytes that no row refers to. If that fails now, it only costs disk space. */
export async function discardFiles({ files, log }: Context, kept: readonly NewBulkFile[]): Promise<void> {
  for (const { bytes } of kept)
    await files
      .remove(bytes.key)
      .catch((error: unknown) => log.warn({ err: error }, 'A file could not be taken back'))
}
