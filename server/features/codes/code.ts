import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { Context, Db } from '#server/context.ts'
import { latestEnd } from '#server/db/clock.ts'
import type { Code } from '#server/db/tables.ts'
import { hashToken } from '#server/http/authenticate.ts'
import type { Failure } from '#server/http/failure.ts'
import { sourceOf } from '#server/http/source.ts'
import {
  type CodePurpose,
  countGuess,
  countWrong,
  groupOf,
  interchangeablePurposes,
  isOwn,
  isUnderAttack,
} from './guard.ts'

export type CodeRow = Selectable<Code>

interface Asked {
  readonly purpose: CodePurpose
  /** The recipient, in normal form. */
  readonly target: string
  /** Null: no account has this number or address. The call must behave as if one did. */
  readonly accountId: string | null
  /**
   * The target has received enough codes recently, so a request gets the newest of them while it is valid.
   */
  readonly hasEnough?: boolean
}

export interface IssuedCode {
  /** For the caller who asked. */
  readonly token: string
  /** For the message only; null: nothing is to be sent, the newest code that was sent is still valid. */
  readonly code: string | null
  readonly digits: number
  readonly expiresAt: Date
}

/**
 * Issues a code and ends the target's previous one. All requests for a target share the newest code, so a
 * request by another person does not lock out the owner. Stores only hashes of token and code. A code for a
 * new number belongs to one account's request.
 */
export async function issueCode(
  context: Pick<Context, 'config' | 'random' | 'codeKey'>,
  db: Db,
  asked: Asked,
  now: Date,
): Promise<IssuedCode> {
  const { purpose, target, accountId } = asked
  const group = groupOf(purpose)
  const token = context.random(24).toString('base64url')
  // Of two that are requested at once the later ends the earlier, as always: two are never valid at once.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code/${group}/${target}`}, 0))`.execute(db)
  const row = { id: newId(), purpose, target, account_id: accountId, token_hash: hashToken(token) }
  const standing = asked.hasEnough ? await standingCode(db, asked, halfLeft(context, now)) : null
  if (standing) {
    const { code_hash, expires_at } = standing
    await db
      .insertInto('code')
      .values({ ...row, code_hash, created_at: now, expires_at })
      .execute()
    return { token, code: null, digits: digitsIn(code_hash), expiresAt: expires_at }
  }
  const digits = await digitsFor(context, db, purpose, now)
  const code = newCode(context, digits)
  const code_hash = codeHash(context.codeKey, aboutOf(asked), code)
  const expiresAt = new Date(now.getTime() + context.config.otpTtl)
  await db
    .updateTable('code')
    .set({ code_hash })
    .where('purpose', 'in', interchangeablePurposes(purpose))
    .where('target', '=', target)
    .where('confirmed_at', 'is', null)
    .$if(isOwn(purpose), (rows) => rows.where('account_id', '=', accountId))
    .execute()
  await db
    .insertInto('code')
    .values({ ...row, code_hash, created_at: now, expires_at: expiresAt })
    .execute()
  return { token, code, digits, expiresAt }
}

/**
 * `OTP_LENGTH`, or the specification's four; six for codes that open an account while codes are being guessed.
 */
async function digitsFor(
  { config }: Pick<Context, 'config'>,
  db: Db,
  purpose: CodePurpose,
  now: Date,
): Promise<number> {
  if (config.otpLength !== null) return config.otpLength
  const isLong = !isOwn(purpose) && (await isUnderAttack(db, now))
  return isLong ? limits.codeDigitsUnderAttack : limits.codeDigits
}

/** The code that was sent recently and stays valid for a while. */
async function standingCode(
  db: Db,
  { purpose, target, accountId }: Asked,
  after: Date,
): Promise<CodeRow | null> {
  const row = await db
    .selectFrom('code')
    .selectAll()
    .where('purpose', 'in', interchangeablePurposes(purpose))
    .where('target', '=', target)
    .where('account_id', 'is not distinct from', accountId)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', after)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** A code valid beyond this moment is worth waiting for. */
function halfLeft({ config }: Pick<Context, 'config'>, now: Date): Date {
  return new Date(now.getTime() + config.otpTtl / 2)
}

/** Purpose and recipient of a code. */
function aboutOf({ purpose, target, accountId }: Pick<Asked, 'purpose' | 'target' | 'accountId'>): string {
  return `${groupOf(purpose)}/${target}${isOwn(purpose) ? `/${accountId}` : ''}`
}

/**
 * Why a code opened nothing. To the caller they all look alike, except for the failure of someone who asked too
 * often (429).
 */
export type CodeRefusal = 'wrong' | Failure<'request.tooMany'>

interface Attempt {
  readonly purpose: CodePurpose | readonly CodePurpose[]
  readonly token: string
  readonly code: string
  /** The caller's network address. */
  readonly address: string
}

interface Tried {
  readonly result: CodeRow | CodeRefusal
  /** The code requested with the token; null if there is none. */
  readonly row: CodeRow | null
  /** The installation sees more wrong codes than people mistype. */
  readonly isAttack: boolean
}

/**
 * Compares a code. Call it outside the transaction (in `prepare`, on the pool), so that a wrong guess counts although the
 * call is refused. Five guesses per token and ten wrong ones per target and day are counted before they are compared, so
 * parallel calls get no more. A right code is confirmed once; what it opens has `codeConfirmed` to call `useCode`.
 */
export async function confirmCode(
  { db, codeKey }: Pick<Context, 'db' | 'codeKey'>,
  given: Attempt,
  now: Date,
): Promise<Tried> {
  const row = await takeTry(db, given, now)
  if (!row) return { result: 'wrong', row, isAttack: false }
  const { target } = row
  const guess = await countGuess(db, target, sourceOf(given.address), now)
  if (guess.refused) return { result: guess.refused, row, isAttack: false }
  const about = aboutOf({ purpose: row.purpose as CodePurpose, target, accountId: row.account_id })
  if (!sameHash(row.code_hash, codeHash(codeKey, about, given.code)))
    return { result: 'wrong', row, isAttack: await countWrong(db, now) }
  const confirmed = await db
    .updateTable('code')
    .set({ confirmed_at: now, expires_at: new Date(now.getTime() + limits.codeConfirmed) })
    .where('id', '=', row.id)
    .where('confirmed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (confirmed) await endWaiting(db, confirmed)
  await guess.uncount()
  return { result: confirmed ?? 'wrong', row, isAttack: false }
}

/** Uses up a correct code, so that no other request can use it. */
async function endWaiting(db: Db, { purpose, target, code_hash }: CodeRow): Promise<void> {
  await db
    .deleteFrom('code')
    .where('purpose', 'in', interchangeablePurposes(purpose as CodePurpose))
    .where('target', '=', target)
    .where('code_hash', '=', code_hash)
    .where('confirmed_at', 'is', null)
    .execute()
}

async function takeTry(db: Db, { purpose, token }: Attempt, now: Date): Promise<CodeRow | null> {
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

/** The row of a confirmed code that has not been used yet. */
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

/** Uses up a confirmed code, once, within the transaction of what it opens; null if there is nothing to use. */
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

/** Ends unused codes of an account when its password has changed. */
export async function endCodesOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('code').where('account_id', '=', accountId).where('used_at', 'is', null).execute()
}

/** Deletes expired codes and shortens those that a wrong clock gave too long a life. */
export async function expireCodes(db: Db, now: Date, life: number): Promise<void> {
  await db.deleteFrom('code').where('expires_at', '<=', now).execute()
  const longest = Math.max(life, limits.codeConfirmed)
  await db
    .updateTable('code')
    .set({ expires_at: new Date(now.getTime() + longest) })
    .where('expires_at', '>', latestEnd(now, longest))
    .execute()
}

/** Leading zeros count. */
function newCode({ random }: Pick<Context, 'random'>, digits: number): string {
  return String(random(6).readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0')
}

/**
 * The number of digits, then the code's keyed hash, since so few digits would be guessed at once from a plain
 * hash. `about` is what the code is for and where it went: everyone who waits for one target's code waits for
 * the same.
 */
function codeHash(key: Buffer, about: string, code: string): Buffer {
  const hash = createHmac('sha256', key).update(`${about}/${code}`).digest()
  return Buffer.concat([Buffer.from([code.length]), hash])
}

/** The length of the code with this hash. */
function digitsIn(hash: Buffer): number {
  return hash[0] ?? 0
}

function sameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
