import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The same for the same sub-sections in any order: whether two copies of a section have the same ones. */
export function partsDigest(ids: readonly string[]): string {
  return bytesToHex(sha256(utf8ToBytes(ids.toSorted().join()))).slice(0, 32)
}
