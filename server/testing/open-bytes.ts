import type { OpenFile } from '#server/files/store.ts'

/** Returns an open store file with these bytes. */
export function openBytes(bytes: Buffer): OpenFile {
  return {
    size: bytes.length,
    read: async (into, at) => bytes.copy(into, 0, at),
    close: async () => {},
  }
}
