import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The id of a thing that follows from its parent: UUID version 7 with the parent's time and, in place of
 * randomness, a hash of parent and key. Device and server compute the same one, so a survey made offline
 * needs to send no more than its own id.
 */
export function deriveId(parent: string, key: string): string {
  const from = parent.toLowerCase()
  const hash = bytesToHex(sha256(utf8ToBytes(`${from}/${key}`)))
  const variant = ((Number.parseInt(hash.slice(3, 4), 16) & 0x3) | 0x8).toString(16)
  return `${from.slice(0, 13)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`
}

/** An id for a fixed moment and key: the same every time. For data that ships with the product, and tests. */
export function fixedId(at: string, key: string): string {
  return deriveId(timePart(Date.parse(at)), key)
}

/**
 * `fresh` where it sorts behind `last`, else `fresh` moved one millisecond behind it. Sub-sections are ordered
 * by id, and a device whose clock was set back would otherwise put its new one in front of the old ones.
 */
export function laterId(fresh: string, last: string): string {
  if (fresh > last) return fresh
  const time = timeOf(last).getTime()
  // Behind the end of all time there is no id; a device that made such a one sorts as it likes.
  if (time >= 0xffff_ffff_ffff) return fresh
  return timePart(time + 1) + fresh.slice(13)
}

/** The moment that an id of version 7 bears: when what it names was made, or what it was derived from. */
export function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}

function timePart(milliseconds: number): string {
  const hex = milliseconds.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
