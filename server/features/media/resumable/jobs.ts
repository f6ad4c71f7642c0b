import { limits } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { forgetOldParts, unknownParts } from './data.ts'
import { partsBefore, removePart } from './store.ts'

const hour = 3_600_000

/**
 * What nobody went on with goes, rows first. Files without a row go too: their rows went with what took them over, or
 * with their account. A file is never there before its row, so the hour is only for clocks that differ.
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
