import type { Selectable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Db } from '#server/context.ts'
import type { Passkey } from '#server/db/tables.ts'

export type PasskeyRow = Selectable<Passkey>

export interface NewPasskey {
  readonly accountId: string
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly backedUp: boolean
}

export async function listPasskeys(db: Db, accountId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** null if the credential is already registered, to any account. */
export async function addPasskey(db: Db, given: NewPasskey, now: Date): Promise<PasskeyRow | null> {
  const row = await db
    .insertInto('passkey')
    .values({
      id: newId(),
      account_id: given.accountId,
      credential_id: given.credentialId,
      public_key: Buffer.from(given.publicKey),
      counter: given.counter,
      transports: [...given.transports],
      name: given.name,
      backed_up: given.backedUp,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

export async function renamePasskey(
  db: Db,
  accountId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | null> {
  const row = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** false if the account has no such passkey. */
export async function removePasskey(db: Db, accountId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return removed.numDeletedRows > 0n
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | null> {
  const row = await db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Records a login, within its transaction. The counter of keys that count must grow: one that does not is a
 * copy of the key (WebAuthn §6.1.1), and of two logins with one signature only one passes. false: refused, or
 * removed meanwhile.
 */
export async function notePasskeyUse(
  db: Db,
  { id }: PasskeyRow,
  counter: number,
  now: Date,
): Promise<boolean> {
  const noted = await db
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((column) =>
      column.or([
        column('counter', '<', counter),
        column.and([column('counter', '=', 0), column.val(counter === 0)]),
      ]),
    )
    .executeTakeFirst()
  return noted.numUpdatedRows > 0n
}
