import { limits } from '#contract/limits.ts'
import type { Db } from '#server/context.ts'
import { hasRecentLogin } from '#server/features/audit/recent-logins.ts'
import type { Failure } from '#server/http/failure.ts'
import { type Counted, countEvent, extendEvent, isReached, uncountEvent } from '#server/http/rate-limit.ts'

export type CodePurpose = 'sign-up' | 'log-in' | 'recovery' | 'new-phone' | 'guest'

/** Purposes whose codes are interchangeable: a number is proven by either. */
export function interchangeablePurposes(purpose: CodePurpose): readonly CodePurpose[] {
  return purpose === 'sign-up' || purpose === 'log-in' ? ['sign-up', 'log-in'] : [purpose]
}

/**
 * Whether the code belongs to one account's request: codes of other requests do not work for a new number.
 */
export function isOwn(purpose: CodePurpose): boolean {
  return purpose === 'new-phone'
}

/** Returns the common name of interchangeable purposes. */
export function groupOf(purpose: CodePurpose): string {
  return interchangeablePurposes(purpose).join('+')
}

const hour = 3_600
const day = 86_400

const wrongForAll: Counted = { bucket: 'code-wrong/all', limit: limits.codeFailuresOfAll, seconds: hour }
/** Present for an hour after the last wrong code past `wrongForAll`. */
const alarm: Counted = { bucket: 'code-wrong/alarm', limit: 1, seconds: hour }

/**
 * The guesses for one number or address, from any source and for any purpose. The last two of a day are reserved for
 * sources the account has signed in from before, so a stranger cannot lock the owner out. Numbers with and without an
 * account have the same limits, so the reply reveals nothing.
 */
async function guessesFor(db: Db, target: string, source: string): Promise<Counted> {
  const account = db
    .selectFrom('account')
    .select('id')
    .where((row) => row.or([row('email', '=', target), row('full_phone_number', '=', target)]))
    .where('deleted_at', 'is', null)
    .orderBy((row) => row('phone_proven_at', 'is not', null), 'desc')
    .limit(1)
  const limit = (await hasRecentLogin(db, account, source))
    ? limits.codeFailures
    : limits.codeFailuresOfStrangers
  return { bucket: `code-wrong/to/${target}`, limit, seconds: day }
}

export interface Guess {
  readonly refused: Failure<'request.tooMany'> | null
  /** Takes the guess back: the code was right. */
  uncount(): Promise<void>
}

/**
 * Counts a guess before it is compared, so that many at once hit the limit. Pass the pool, not a transaction.
 */
export async function countGuess(db: Db, target: string, source: string, now: Date): Promise<Guess> {
  const guesses = await guessesFor(db, target, source)
  const uncount = () => uncountEvent(db, guesses)
  const refused = await countEvent(db, guesses, now)
  // A refused guess was not compared, so it does not use up what is reserved for the owner.
  if (refused) await uncount()
  return { refused, uncount }
}

/** Counts nothing; false once every code for the target is refused today, so sending one would be pointless. */
export async function hasGuessesLeft(db: Db, target: string, source: string, now: Date): Promise<boolean> {
  return !(await isReached(db, [await guessesFor(db, target, source)], now))
}

/** Counts a wrong code for the installation; true past the limit, which also lengthens new codes for an hour. */
export async function countWrong(db: Db, now: Date): Promise<boolean> {
  if ((await countEvent(db, wrongForAll, now)) === null) return false
  await extendEvent(db, alarm, now)
  return true
}

/** Whether codes are being guessed across the installation. */
export function isUnderAttack(db: Db, now: Date): Promise<boolean> {
  return isReached(db, [alarm], now)
}
