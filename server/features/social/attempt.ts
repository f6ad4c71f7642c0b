import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { v7 as newId } from 'uuid'
import * as z from 'zod/mini'
import { limits } from '#contract/limits.ts'
import type { Context, Db } from '#server/context.ts'
import { latestEnd } from '#server/db/clock.ts'
import type { SocialAttempt } from '#server/db/tables.ts'
import { hashToken } from '#server/http/authenticate.ts'
import { Person } from './person.ts'

export type AttemptRow = Selectable<SocialAttempt>

/** Secrets for the browser and the provider; none is stored. */
export interface Secrets {
  readonly state: string
  /**
   * Stays with the browser that began: an answer that someone else got is useless there, and the other way
   * around.
   */
  readonly secret: string
  readonly nonce: string
  readonly verifier: string
}

interface Asked {
  readonly provider: string
  /** The account that the provider is joined to; null: not known yet. */
  readonly accountId: string | null
}

/** Derived from one secret, so that only its hash must be stored. */
export function nonceOf(secret: string): string {
  return derived('nonce', secret)
}

export function verifierOf(secret: string): string {
  return derived('verifier', secret)
}

export function newSecrets({ random }: Pick<Context, 'random'>): Secrets {
  const secret = random(32).toString('base64url')
  const state = random(32).toString('base64url')
  return { state, secret, nonce: nonceOf(secret), verifier: verifierOf(secret) }
}

export async function addAttempt(
  db: Db,
  { provider, accountId }: Asked,
  { state, secret, nonce }: Secrets,
  now: Date,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('social_attempt')
    .values({
      id,
      provider,
      account_id: accountId,
      state_hash: hashToken(state),
      secret_hash: hashToken(secret),
      nonce_hash: hashToken(nonce),
      created_at: now,
      expires_at: new Date(now.getTime() + limits.socialAttemptLife),
    })
    .execute()
  return id
}

interface Answered {
  readonly accountId: string | null
  /** Either the state in the address with the browser's secret, or the nonce within a token. */
  readonly by: { readonly state: string; readonly secret: string } | { readonly nonce: string }
}

/**
 * Takes the attempt of an answer, which allows one answer, right or wrong. Pass the pool, so that a rollback
 * does not restore it.
 */
export async function takeAttempt(
  db: Db,
  { accountId, by }: Answered,
  now: Date,
): Promise<AttemptRow | null> {
  const taking = db
    .updateTable('social_attempt')
    .set({ used_at: now })
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
  const row = await ('nonce' in by
    ? taking.where('nonce_hash', '=', hashToken(by.nonce))
    : taking.where('state_hash', '=', hashToken(by.state)).where('secret_hash', '=', hashToken(by.secret))
  ).executeTakeFirst()
  return row ?? null
}

/**
 * Keeps the person the answer proved with the attempt: to be joined by password or mail, or for a new account.
 */
export async function storeProof(db: Db, id: string, person: Person, now: Date): Promise<void> {
  await db
    .updateTable('social_attempt')
    .set({
      proof: JSON.stringify(person),
      expires_at: new Date(now.getTime() + limits.socialProofLife),
    })
    .where('id', '=', id)
    .execute()
}

/** This browser's attempt and the person it proved; null if there is none, or it has expired. */
export async function provenAttempt(
  db: Db,
  secret: string,
  accountId: string | null,
  now: Date,
): Promise<{ attempt: AttemptRow; person: Person } | null> {
  const attempt = await db
    .selectFrom('social_attempt')
    .selectAll()
    .where('secret_hash', '=', hashToken(secret))
    .where('account_id', accountId === null ? 'is' : '=', accountId)
    .where('proof', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  const person = z.safeParse(Person, attempt?.proof)
  return attempt && person.success ? { attempt, person: person.data } : null
}

/** Counted before the password is compared, so that parallel tries get no more. */
export async function countJoinTry(db: Db, id: string): Promise<boolean> {
  const counted = await db
    .updateTable('social_attempt')
    .set((column) => ({ tries: column('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', limits.socialJoinTries)
    .returning('id')
    .executeTakeFirst()
  return counted !== undefined
}

/** Ends an attempt within the transaction of what it opens: of two at the same moment one gets false. */
export async function spendAttempt(db: Db, id: string): Promise<boolean> {
  const spent = await db.deleteFrom('social_attempt').where('id', '=', id).executeTakeFirst()
  return spent.numDeletedRows > 0n
}

/** Also removes those dated in the future: anyone in the middle of one starts over. */
export async function removeOldAttempts(db: Db, now: Date): Promise<void> {
  const longest = Math.max(limits.socialAttemptLife, limits.socialProofLife)
  await db
    .deleteFrom('social_attempt')
    .where(({ eb, or }) => or([eb('expires_at', '<=', now), eb('expires_at', '>', latestEnd(now, longest))]))
    .execute()
}

function derived(use: string, secret: string): string {
  return createHash('sha256').update(`${use}/${secret}`).digest('base64url')
}
