import { sql } from 'kysely'
import type { Db } from '#server/context.ts'
import { folded, searchPattern } from '#server/db/search-pattern.ts'
import { restorableSince } from '#server/features/accounts/deletion.ts'

export interface AccountFilter {
  /** Part of name, email or phone number, or an id; '' = all. */
  readonly search: string
  readonly role: 'admin' | 'surveyor' | undefined
  readonly state: 'active' | 'invited' | 'disabled' | 'deleted' | undefined
  readonly now: Date
}

export interface Page {
  readonly limit: number
  readonly offset: number
}

/** Accounts by name; deleted ones only on request. Nothing about their surveys. */
export async function listAccountRows(db: Db, filter: AccountFilter, { limit, offset }: Page) {
  return shown(matching(db, filter))
    .orderBy(sql`lower(last_name)`)
    .orderBy(sql`lower(first_name)`)
    .orderBy('account.id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export type ListedRow = Awaited<ReturnType<typeof listAccountRows>>[number]

export async function countAccountRows(db: Db, filter: AccountFilter): Promise<number> {
  const { count } = await matching(db, filter)
    .select((column) => column.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function findListed(db: Db, id: string): Promise<ListedRow | null> {
  const row = await shown(standing(db)).where('account.id', '=', id).executeTakeFirst()
  return row ?? null
}

function standing(db: Db) {
  return db.selectFrom('account').where('account.deleted_at', 'is', null)
}

function restorable(db: Db, now: Date) {
  return db.selectFrom('account').where('account.deleted_at', '>', restorableSince(now))
}

function matching(db: Db, { search, role, state, now }: AccountFilter) {
  let query = state === 'deleted' ? restorable(db, now) : standing(db)
  if (role) query = query.where('role', '=', role)
  if (state === 'disabled') query = query.where('disabled_at', 'is not', null)
  else if (state && state !== 'deleted')
    query = query.where('disabled_at', 'is', null).where('password_is_own', '=', state === 'active')
  if (search === '') return query
  return query.where(({ eb, or }) =>
    or([
      eb(folded(sql`first_name || ' ' || last_name`), 'like', searchPattern(search)),
      eb(folded(sql`email`), 'like', searchPattern(search)),
      eb('full_phone_number', 'like', searchPattern(search)),
      eb(sql`account.id::text`, '=', search.toLowerCase()),
    ]),
  )
}

/** The time a user was last seen: from sessions, or else from the audit log. */
const lastSeen = sql<Date | null>`greatest(
  (select max(last_seen_at) from session where session.account_id = account.id),
  (select at from audit where audit.account_id = account.id
    and action not in ('login.failed', 'code.locked', 'guessing.braked', 'password.resetAsked') order by at desc limit 1))`

function shown(query: ReturnType<typeof standing>) {
  return query.selectAll('account').select(lastSeen.as('last_seen_at'))
}
