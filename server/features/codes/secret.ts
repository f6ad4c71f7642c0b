import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/context.ts'

/** Leading zeros count. */
export function newCode({ random }: Pick<Context, 'random'>, digits: number): string {
  return String(random(6).readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0')
}

/**
 * How many digits, then their keyed hash, since so few are guessed from a plain one at once. `about` is what the code is
 * for and where it went: everybody who waits for the code of one target waits for the same.
 */
export function codeHash(key: Buffer, about: string, code: string): Buffer {
  const hash = createHmac('sha256', key).update(`${about}/${code}`).digest()
  return Buffer.concat([Buffer.from([code.length]), hash])
}

/** Of the code whose hash it is. */
export function digitsIn(hash: Buffer): number {
  return hash[0] ?? 0
}

export function sameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
