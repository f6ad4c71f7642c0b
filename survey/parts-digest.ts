import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Returns a digest of sub-section ids in any order, to compare two copies of a section. */
export function partsDigest(ids: readonly string[]): string {
  return bytesToHex(sha256(utf8ToBytes(ids.toSorted().join()))).slice(0, 32)
}
