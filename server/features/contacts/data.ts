import { sql } from 'kysely'
import type { Contact } from '#contract/accounts/contacts.ts'
import type { Db } from '#server/context.ts'

export interface ContactRow {
  readonly id: string
  readonly card: unknown
  readonly changed_at: Date
}

export async function listContacts(db: Db, accountId: string): Promise<readonly ContactRow[]> {
  return db
    .selectFrom('contact')
    .select(['id', 'card', 'changed_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * Call before adding anything: of two calls of an account at the same moment the second counts what the first
 * added.
 */
export async function lockContacts(db: Db, accountId: string): Promise<void> {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute()
}

export async function countContacts(db: Db, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('contact')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface SaveResult {
  readonly id: string
  readonly accountId: string
  readonly card: Contact
  readonly changedAt: Date
  readonly now: Date
}

/**
 * Adds it, or changes it if this change is the later one; returns the resulting contact. null = the id belongs
 * to another account.
 */
export async function saveContact(db: Db, keeping: SaveResult): Promise<ContactRow | null> {
  const { id, accountId, card, changedAt, now } = keeping
  await sql`
    insert into contact (id, account_id, card, changed_at, created_at)
    values (${id}, ${accountId}, ${JSON.stringify(card)}, ${changedAt}, ${now})
    on conflict (id) do update set card = excluded.card, changed_at = excluded.changed_at
    where contact.account_id = excluded.account_id and contact.changed_at <= excluded.changed_at`.execute(db)
  return findContact(db, accountId, id)
}

export async function findContact(db: Db, accountId: string, id: string): Promise<ContactRow | null> {
  const row = await db
    .selectFrom('contact')
    .select(['id', 'card', 'changed_at'])
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? null
}

export async function removeContact(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('contact')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
