import type { FileStore } from './store.ts'

const atOnce = 16

/**
 * Removes files, several at a time, since in a bucket each is a separate call. Stops and throws at the first
 * failure, or an unavailable store would time out for each of thousands.
 */
export async function removeAll(files: Pick<FileStore, 'remove'>, keys: readonly string[]): Promise<void> {
  const waiting = [...keys]
  const lane = async () => {
    for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) await files.remove(key)
  }
  const lanes = Array.from({ length: atOnce }, () =>
    lane().catch((error: unknown) => {
      waiting.length = 0
      throw error
    }),
  )
  const ended = await Promise.allSettled(lanes)
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
