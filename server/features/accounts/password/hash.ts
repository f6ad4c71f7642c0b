import { hash, verify } from '@node-rs/argon2'
import { fail, Refused } from '#server/http/failure.ts'

/** OWASP's argon2id setting for 19 MiB; about 25 hashes a second on two cores. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing uses the thread pool that files and sharp need too: never more than two at once. */
const atOnce = 2
/** Eight seconds of work. More would only wait to be given up, and keep everybody else from logging in meanwhile. */
export const waitingMax = 200
let running = 0
const waiting: (() => void)[] = []

export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** A hash of no password: unknown accounts cost as much time as known ones. */
const nobodysHash = hashPassword(crypto.randomUUID())

/** false also for an account without a password; takes as long either way. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const against = stored ?? (await nobodysHash)
  const fits = await inTurn(() => verify(against, password))
  return fits && stored !== null
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++
  else if (waiting.length < waitingMax) await new Promise<void>((go) => waiting.push(go))
  else throw new Refused(fail('service.unavailable', { retryAfter: 5 }))
  try {
    return await work()
  } finally {
    // The turn goes over to who has waited longest.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
