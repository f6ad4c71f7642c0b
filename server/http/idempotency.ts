import { createHash, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Db } from '#server/context.ts'
import { riding } from '#server/db/rides.ts'
import { type Failure, fail } from './failure.ts'

/** In characters of its JSON: more is not kept where it can be read again. */
const keptMax = 4_096

export interface StoredReply {
  readonly status: number
  readonly reply: unknown
  /** `reply` is only what the reply is read again by. */
  readonly shortened?: boolean
  /** It was carried out before. */
  readonly again?: true
}

/** The same call gives the same hash: method, address and content, files by their SHA-256. */
export function hashCall(method: string, url: string, body: unknown, fileHashes: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null, fileHashes]))
    .digest()
}

/** Of a call with a password in it: whoever reads the database must not guess it faster than by the account's own hash. */
export async function slowHash(hash: Buffer, key: string): Promise<Buffer> {
  return promisify<Buffer, string, number, Buffer>(scrypt)(hash, key.toLowerCase(), 32)
}

/**
 * Claims the key inside the call's own transaction; a second call with it waits for the first to end.
 * Gives the number of the write when the call is new, its stored reply when it was carried out before.
 */
export async function claimKey(
  tx: Db,
  scope: string,
  key: string,
  hash: Buffer,
): Promise<number | StoredReply | Failure | null> {
  const claimed = await tx
    .insertInto('replay')
    .values({ scope, key, body_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('number')
    .executeTakeFirst()
  if (claimed) return claimed.number ?? 0
  return findReply(tx, scope, key, hash)
}

/** What the key was answered with; null while it is unknown. */
export async function findReply(
  db: Db,
  scope: string,
  key: string,
  hash: Buffer,
): Promise<StoredReply | Failure | null> {
  const row = await db
    .selectFrom('replay')
    .select(['body_hash', 'status', 'reply', 'shortened'])
    .where('scope', '=', scope)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return null
  if (!row.body_hash.equals(hash)) return fail('request.keyReused')
  if (row.status === null) return null
  return { status: row.status, reply: row.reply, shortened: row.shortened, again: true }
}

/** The last of a call's transaction: it travels with the commit. `surveyId`: of which it tells all. */
export async function storeReply(
  tx: Db,
  { scope, key }: { readonly scope: string; readonly key: string },
  { status, reply }: StoredReply,
  {
    surveyId,
    keep,
  }: { readonly surveyId: string | null; readonly keep: ((reply: unknown) => unknown) | null },
): Promise<void> {
  const whole = JSON.stringify(reply)
  const shortened = keep !== null && whole.length > keptMax
  await sql`${riding} update replay set status = ${status}, shortened = ${shortened},
    reply = ${shortened ? JSON.stringify(keep(reply)) : whole}, survey_id = ${surveyId}
    where scope = ${scope} and key = ${key}`.execute(tx)
}

/** The survey that the reply of a call tells, or a large part of it; null of other calls. */
export function surveyToldBy(
  { whole }: Endpoint,
  { params, query, body }: Readonly<Record<string, unknown>>,
  reply: unknown,
): string | null {
  if (!whole) return null
  const named = [idIn(query, 'user_survey_id'), idIn(body, 'user_survey_id'), idIn(params, 'id')]
  const told = typeof reply === 'object' && reply !== null && 'data' in reply ? reply.data : null
  return named.find((id) => id !== null) ?? idIn(told, 'id')
}

function idIn(given: unknown, name: string): string | null {
  if (typeof given !== 'object' || given === null) return null
  const id = Object.entries(given).find(([key]) => key === name)?.[1]
  return typeof id === 'string' ? id : null
}
