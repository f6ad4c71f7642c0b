import type { Db } from '#server/context.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import { type AuditEntry, type Origin, recordAudit } from './record.ts'

/**
 * Events that a caller can cause as often as they like are recorded only so often per minute; the rest is
 * dropped.
 */
export async function recordAtMost(
  db: Db,
  origin: Origin,
  entry: AuditEntry,
  { of, perMinute }: { readonly of: string; readonly perMinute: number },
): Promise<void> {
  const event = { bucket: `audit/${entry.action}/${of}`, limit: perMinute, seconds: 60 }
  if (await countEvent(db, event, origin.now)) return
  await recordAudit(db, origin, entry)
}
