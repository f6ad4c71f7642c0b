import { limits } from '#contract/limits.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import type { StoredUsage } from './data.ts'

/**
 * Enforces an account's quota outside of surveys. Deleted files count until their bytes are removed, up to
 * twice the quota; otherwise adding and deleting in turns would fill the disk.
 */
export function rejectOverQuota(
  held: StoredUsage,
  added: readonly { readonly size: number }[],
): Failure<'bulk.noRoom'> | null {
  const bytes = added.reduce((sum, { size }) => sum + size, 0)
  const fits =
    held.files + added.length <= limits.bulkFilesMax &&
    held.bytes + bytes <= limits.bulkBytes &&
    held.bytesOnDisk + bytes <= 2 * limits.bulkBytes
  return fits ? null : fail('bulk.noRoom')
}
