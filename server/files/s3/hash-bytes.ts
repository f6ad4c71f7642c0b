import { createHash } from 'node:crypto'

export function hashBytes(bytes: Uint8Array): { readonly size: number; readonly sha256: string } {
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
