import { createHash, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Db } from '#server/context.ts'
import { pipelined } from '#server/db/pipelined-statements.ts'
import { type Failure, fail } from './failure.ts'

/** Characters of JSON. Longer replies are not stored if they can be read again. */
const storedMax = 4_096

export interface StoredReply {
  readonly status: number
  readonly reply: unknown
  /** `reply` holds only the key by which the reply can be read again. */
  readonly shortened?: boolean
  /** The call was carried out before. */
  readonly again?: true
}

/** Hashes a call: method, URL, body, and the SHA-256 of its files. Equal calls have equal hashes. */
export function hashCall(method: string, url: string, body: unknown, fileHashes: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null, fileHashes]))
    .digest()
}

/**
 * Slow hash for calls that contain a password, so that a leaked database gives no faster guess than the
 * account's own hash.
 */
export async function slowHash(hash: Buffer, key: string): Promise<Buffer> {
  return promisify<Buffer, string, number, Buffer>(scrypt)(hash, key.toLowerCase(), 32)
}

/**
 * Claims the key within the call's transaction; a second call with the same key waits for the first to end.
 * Returns the number of the write if the call is new, or the stored reply.
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

/** Returns the stored reply of a key, or null if there is none. */
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

/**
 * The last statement of a call's transaction, pipelined with the commit. `surveyId`: the survey that the reply
 * contains.
 */
export async function storeReply(
  tx: Db,
  { scope, key }: { readonly scope: string; readonly key: string },
  { status, reply }: StoredReply,
  {
    surveyId,
    extract,
  }: { readonly surveyId: string | null; readonly extract: ((reply: unknown) => unknown) | null },
): Promise<void> {
  const whole = JSON.stringify(reply)
  const shortened = extract !== null && whole.length > storedMax
  await sql`${pipelined} update replay set status = ${status}, shortened = ${shortened},
    reply = ${shortened ? JSON.stringify(extract(reply)) : whole}, survey_id = ${surveyId}
    where scope = ${scope} and key = ${key}`.execute(tx)
}

/** Returns the survey whose content the reply of a call contains, or null for other calls. */
export function surveyInReply(
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
