import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '#server/context.ts'

/** Digits, as many as the installation asks for; leading zeros count. */
export function newCode({ config, random }: Pick<Context, 'config' | 'random'>): string {
  const many = 10 ** config.otpLength
  return String(random(6).readUIntBE(0, 6) % many).padStart(config.otpLength, '0')
}

/** Keyed, since so few digits are guessed from a plain hash at once. */
export function codeHash(key: Buffer, id: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${id}/${code}`).digest()
}

export function sameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
