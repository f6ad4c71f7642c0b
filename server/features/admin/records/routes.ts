import * as z from 'zod/mini'
import * as agreed from '#contract/admin/admin.ts'
import { limits } from '#contract/limits.ts'
import { startOfDay } from '#contract/rules/days.ts'
import { Id } from '#contract/wire.ts'
import type { Db } from '#server/context.ts'
import { serve } from '#server/http/serve.ts'
import { membersOf, namesOf, ownersOf } from '../names.ts'
import { type AuditRow, listAudit } from './audit-list.ts'
import { idsIn, type Names, presentAudit } from './present.ts'
import { databaseBytes, type StoredKind, storedByAccount, storedByKind } from './storage.ts'

export const recordRoutes = [
  serve(agreed.auditLog, async ({ db, query }) => {
    const { account_id, action, start_date, end_date, time_zone, before, per_page } = query
    const rows = await listAudit(
      db,
      {
        accountId: account_id,
        action,
        from: start_date ? startOfDay(start_date, time_zone) : null,
        before: end_date ? startOfDay(end_date, time_zone, 1) : null,
        after: before,
      },
      // One extra row shows whether there is anything earlier.
      per_page + 1,
    )
    const shown = rows.slice(0, per_page)
    const names = await namesIn(db, shown)
    const next = rows.length > per_page ? (shown.at(-1)?.id ?? null) : null
    return { data: shown.map((row) => presentAudit(row, names)), meta: { next } }
  }),

  serve(agreed.storageUse, async ({ db }) => {
    const kinds = await storedByKind(db)
    const of = (kind: StoredKind) => {
      const { count = 0, bytes = 0 } = kinds.find((one) => one.kind === kind) ?? {}
      return { count, bytes }
    }
    return {
      data: {
        photos: of('photo'),
        videos: of('video'),
        plans: of('plan'),
        profile_photos: of('portrait'),
        attachments: of('attachment'),
        database_bytes: await databaseBytes(db),
        accounts: [...(await storedByAccount(db, limits.storageTopAccounts))],
      },
    }
  }),
]

/** Names for everything that the rows are about. */
async function namesIn(db: Db, rows: readonly AuditRow[]): Promise<Names> {
  const surveys = rows.flatMap(({ target_type, target_id }) => (target_type === 'survey' ? target_id : []))
  const owners = await ownersOf(db, idsAmong(surveys))
  const ids = idsAmong(rows.flatMap(idsIn))
  const members = await membersOf(db, ids)
  const accounts = await namesOf(db, [...ids, ...owners.values(), ...members.values()])
  return { accounts, owners, members }
}

function idsAmong(values: readonly string[]): string[] {
  return [...new Set(values)].filter((value) => z.safeParse(Id, value).success)
}
