import { hash, verify } from '@node-rs/argon2'
import { HashQueue, type HashRequester } from './hash-queue.ts'

/** OWASP's argon2id setting for 19 MiB; about 25 hashes a second on two cores. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const turns = new HashQueue()

export function hashPassword(password: string, asker: HashRequester): Promise<string> {
  return turns.run(asker, () => hash(password, cost))
}

/** Throws 429 if the asker's queue is full. Call it before any other work. */
export function rejectIfBusy(asker: HashRequester): void {
  turns.rejectIfFull(asker)
}

/** A hash of no password, so that unknown accounts cost as much time as known ones. */
const nobodysHash = hash(crypto.randomUUID(), cost)

/** Returns false also for an account without a password; takes equally long. */
export async function passwordFits(
  stored: string | null,
  password: string,
  asker: HashRequester,
): Promise<boolean> {
  const against = stored ?? (await nobodysHash)
  const fits = await turns.run(asker, () => verify(against, password))
  return fits && stored !== null
}
