import type { OpenFile } from '#server/files/store.ts'

/** A file of the store that holds these bytes. */
export function openBytes(bytes: Buffer): OpenFile {
  return {
    size: bytes.length,
    read: async (into, at) => bytes.copy(into, 0, at),
    close: async () => {},
  }
}
