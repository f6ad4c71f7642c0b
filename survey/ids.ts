import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Derives an id from a parent's: a UUID version 7 with the parent's time and a hash of parent and key in
 * place of randomness. Device and server compute the same id, so a survey created offline sends only its own.
 */
export function deriveId(parent: string, key: string): string {
  const from = parent.toLowerCase()
  const hash = bytesToHex(sha256(utf8ToBytes(`${from}/${key}`)))
  const variant = ((Number.parseInt(hash.slice(3, 4), 16) & 0x3) | 0x8).toString(16)
  return `${from.slice(0, 13)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`
}

/** Returns a constant id for a time and key, for shipped data and tests. */
export function fixedId(at: string, key: string): string {
  return deriveId(timePart(Date.parse(at)), key)
}

/**
 * Returns `fresh` if it sorts after `last`, otherwise `fresh` moved to one millisecond after `last`.
 * Sub-sections are ordered by id, so a device whose clock was set back would otherwise insert new ones first.
 */
export function laterId(fresh: string, last: string): string {
  if (fresh > last) return fresh
  const time = timeOf(last).getTime()
  // No later id exists after the maximum time.
  if (time >= 0xffff_ffff_ffff) return fresh
  return timePart(time + 1) + fresh.slice(13)
}

/** Returns the time in a version 7 id: its creation time, or its parent's. */
export function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

function timePart(milliseconds: number): string {
  const hex = milliseconds.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
