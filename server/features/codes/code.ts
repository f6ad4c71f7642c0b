import { type Selectable, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Context, Db } from '#server/context.ts'
import { latestEnd } from '#server/db/clock.ts'
import type { Code } from '#server/db/tables.ts'
import { hashToken } from '#server/http/access.ts'
import { countEvent, uncountEvent } from '#server/http/rate-limit.ts'
import { codeHash, newCode, sameHash } from './secret.ts'

export type CodeRow = Selectable<Code>
/** What a code is for: one that was sent for something is good for nothing else. */
export type CodePurpose = 'sign-up' | 'log-in' | 'recovery' | 'new-phone' | 'guest'

interface Asked {
  readonly purpose: CodePurpose
  /** The number or address that it goes to, in its one normal form. */
  readonly target: string
  /** null: nobody has this number or address; all else goes on as if somebody had. */
  readonly accountId: string | null
}

/**
 * Makes a code that ends the one before for the same purpose and target. `token` is for the caller who asked; `code` is
 * for the message alone. Only hashes of both are kept.
 */
export async function issueCode(
  context: Pick<Context, 'config' | 'random' | 'codeKey'>,
  db: Db,
  asked: Asked,
  now: Date,
): Promise<{ token: string; code: string; expiresAt: Date }> {
  const id = newId()
  const token = context.random(24).toString('base64url')
  const code = newCode(context)
  const expiresAt = new Date(now.getTime() + context.config.otpTtl)
  // Of two that are asked for at once the later ends the earlier, as always: never are two good.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code/${asked.purpose}/${asked.target}`}, 0))`.execute(
    db,
  )
  await db
    .deleteFrom('code')
    .where('purpose', '=', asked.purpose)
    .where('target', '=', asked.target)
    .where('used_at', 'is', null)
    .execute()
  await db
    .insertInto('code')
    .values({
      id,
      purpose: asked.purpose,
      target: asked.target,
      account_id: asked.accountId,
      token_hash: hashToken(token),
      code_hash: codeHash(context.codeKey, id, code),
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  return { token, code, expiresAt }
}

/** Why a code opened nothing. To the caller all of them look alike, but for `locked` (429). */
export type CodeRefusal = 'wrong' | 'locked'

/**
 * Compares a code; call it outside of the transaction (`prepare`, the pool), so that a wrong try counts although the
 * call is refused. Five tries a code, ten wrong ones a target in a day, counted before they are compared: of many at once
 * no more are looked at. A right code can be confirmed once; what it opens waits `codeConfirmed` for `useCode`.
 */
export async function confirmCode(
  { db, codeKey }: Pick<Context, 'db' | 'codeKey'>,
  given: {
    readonly purpose: CodePurpose | readonly CodePurpose[]
    readonly token: string
    readonly code: string
  },
  now: Date,
): Promise<CodeRow | CodeRefusal> {
  const row = await takeTry(db, given, now)
  if (!row) return 'wrong'
  const failures = { bucket: `code-failures/${row.target}`, limit: limits.codeFailures, seconds: 86_400 }
  if (await countEvent(db, failures, now)) return 'locked'
  if (!sameHash(row.code_hash, codeHash(codeKey, row.id, given.code))) return 'wrong'
  const confirmed = await db
    .updateTable('code')
    .set({ confirmed_at: now, expires_at: new Date(now.getTime() + limits.codeConfirmed) })
    .where('id', '=', row.id)
    .where('confirmed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  await uncountEvent(db, failures)
  return confirmed ?? 'wrong'
}

async function takeTry(
  db: Db,
  { purpose, token }: { purpose: CodePurpose | readonly CodePurpose[]; token: string },
  now: Date,
): Promise<CodeRow | null> {
  const row = await db
    .updateTable('code')
    .set((column) => ({ tries: column('tries', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', [purpose].flat())
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', limits.codeTries)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Whether a token stands for a confirmed code that is still to be used. */
export async function confirmedCode(
  db: Db,
  purpose: CodePurpose | readonly CodePurpose[],
  token: string,
  now: Date,
): Promise<CodeRow | null> {
  const row = await db
    .selectFrom('code')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', [purpose].flat())
    .where('confirmed_at', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Spends a confirmed code, once, within the transaction of what it opens; null where there is nothing to spend. */
export async function useCode(
  db: Db,
  purpose: CodePurpose | readonly CodePurpose[],
  token: string,
  now: Date,
): Promise<CodeRow | null> {
  const row = await db
    .updateTable('code')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', [purpose].flat())
    .where('confirmed_at', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Codes of an account that were not used yet are over: its password was changed. */
export async function endCodesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('code').where('account_id', '=', accountId).where('used_at', 'is', null).execute()
}

/** Removes those that are over; none lives longer from now on than a code may. */
export async function settleCodes(db: Db, now: Date, life: number): Promise<void> {
  await db.deleteFrom('code').where('expires_at', '<=', now).execute()
  const longest = Math.max(life, limits.codeConfirmed)
  await db
    .updateTable('code')
    .set({ expires_at: new Date(now.getTime() + longest) })
    .where('expires_at', '>', latestEnd(now, longest))
    .execute()
}
