import { crc32 } from 'node:zlib'

/** Marks a key for people and for programs that search code for secrets. */
const prefix = 'fbk_'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 256 bits, and 32 bits of checksum. */
const secretLength = 43
const checkLength = 6
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${secretLength + checkLength}}$`)
const hintLength = prefix.length + 4

/** Returns a key: the prefix, 256 random bits in base 62, and a CRC-32 of both. */
export function newSecret(random: (bytes: number) => Buffer): string {
  const body = prefix + inBase62(BigInt(`0x${random(32).toString('hex')}`), secretLength)
  return body + checksum(body)
}

/** Whether the text can be a key. Mistyped and invented ones are rejected without a query. */
export function isSecret(text: string): boolean {
  const end = text.length - checkLength
  return shape.test(text) && checksum(text.slice(0, end)) === text.slice(end)
}

/** The characters by which an owner recognizes the key; 232 random bits remain secret. */
export function hintOf(secret: string): string {
  return secret.slice(0, hintLength)
}

function checksum(text: string): string {
  return inBase62(BigInt(crc32(text)), checkLength)
}

function inBase62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  while (text.length < length) {
    text = (digits[Number(rest % 62n)] ?? '') + text
    rest /= 62n
  }
  return text
}
