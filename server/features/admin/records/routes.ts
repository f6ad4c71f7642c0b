import { sql } from 'kysely'
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

/**
 * Every file with the bytes of all its forms. A picture that was drawn on is one photo, and the bytes of both
 * count.
 */
const files = sql`
  select file.account_id,
    case when exists (select from plan where plan.file_id = file.id) then 'plan' else file.kind end as kind,
    case when exists (select from media where media.drawn_file_id = file.id) then 0 else 1 end as files,
    coalesce(sum(rendition.size), 0) as bytes
  from stored_file file left join rendition on rendition.file_id = file.id
  group by file.id
  union all
  select account_id, 'portrait', 1, sum(size) from account_photo group by account_id`

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

type StoredKind = 'photo' | 'video' | 'plan' | 'portrait' | 'attachment'

interface KindRow {
  readonly kind: StoredKind
  readonly count: number
  readonly bytes: number
}

/** Number and bytes by kind; kinds with no files are left out. */
async function storedByKind(db: Db): Promise<readonly KindRow[]> {
  const { rows } = await sql<KindRow>`
    select kind, sum(files)::float8 as count, sum(bytes)::float8 as bytes from (${files}) stored group by kind`.execute(
    db,
  )
  return rows
}

/** The accounts that store the most. Deleted accounts count as long as their files exist. */
async function storedByAccount(db: Db, limit: number) {
  const { rows } = await sql<{ id: string; name: string; count: number; bytes: number }>`
    select account.id, account.first_name || ' ' || account.last_name as name,
      sum(files)::float8 as count, sum(bytes)::float8 as bytes
    from (${files}) stored join account on account.id = stored.account_id
    group by account.id order by sum(bytes) desc, account.id limit ${limit}`.execute(db)
  return rows
}

async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await sql<{
    bytes: number
  }>`select pg_database_size(current_database())::float8 as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}
