import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { forgetOldParts, unknownParts } from './data.ts'
import { partsBefore, removePart } from './store.ts'

const hour = 3_600_000

/**
 * Removes parts that were abandoned, rows first, and files whose row was removed with their upload or account.
 * A file never exists before its row, so the hour only covers clock differences.
 */
export async function removeOldParts(context: Context, now: Date): Promise<void> {
  const { db } = context
  for (const id of await forgetOldParts(db, new Date(now.getTime() - limits.resumableLife)))
    await removePart(context, id)
  let batch: string[] = []
  const tidy = async () => {
    for (const id of await unknownParts(db, batch)) await removePart(context, id)
    batch = []
  }
  for await (const id of partsBefore(context, new Date(now.getTime() - hour))) {
    batch.push(id)
    if (batch.length === 500) await tidy()
  }
  await tidy()
}
