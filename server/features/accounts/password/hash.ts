import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { fail, Refused } from '#server/http/failure.ts'

/** OWASP's argon2id setting for 19 MiB; about 25 hashes a second on two cores. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing uses the thread pool that files and sharp need too: never more than two at once. */
const inTurn = pLimit(2)
/** Eight seconds of work. More would only wait to be given up, and keep everybody else from logging in meanwhile. */
export const waitingMax = 200

export async function hashPassword(password: string): Promise<string> {
  return admitted(() => hash(password, cost))
}

/** A hash of no password: unknown accounts cost as much time as known ones. */
const nobodysHash = hashPassword(crypto.randomUUID())

/** false also for an account without a password; takes as long either way. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await nobodysHash)
  const fits = await admitted(() => verify(against, password))
  return fits && stored !== null
}

async function admitted<T>(work: () => Promise<T>): Promise<T> {
  if (inTurn.pendingCount >= waitingMax) throw new Refused(fail('service.unavailable', { retryAfter: 5 }))
  return inTurn(work)
}
