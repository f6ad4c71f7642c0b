import type { Bytes } from '../store/rows.ts'

/** Bytes in memory, bytes on this device, or an address on the server. */
export type PictureSource = Bytes | DevicePlace | string

/** Place of bytes on this device, if they exist. In `blobs` they wait to be sent. */
export interface DevicePlace {
  readonly account: string
  readonly store: 'pictures' | 'shown' | 'blobs' | 'planPictures'
  readonly id: string
}

/** Returns the bytes of the first source that has them, or null. */
export async function readFirstPicture(sources: readonly PictureSource[]): Promise<Blob | null> {
  for (const source of sources) {
    const blob = typeof source === 'string' ? await fetched(source) : await stored(source)
    if (blob) return blob
  }
  return null
}

async function stored(source: Bytes | DevicePlace): Promise<Blob | null> {
  const found = 'bytes' in source ? source : await readStoredPicture(source)
  return found && new Blob([found.bytes], { type: found.type })
}

async function fetched(address: string): Promise<Blob | null> {
  try {
    const answer = await fetch(address, { credentials: 'omit' })
    return answer.ok ? await answer.blob() : null
  } catch {
    // No network: no picture.
    return null
  }
}

/**
 * Returns null if the bytes are missing or the store can't be read. Imports the store lazily, because guest
 * reports show pictures without one.
 */
export async function readStoredPicture({ account, store, id }: DevicePlace): Promise<Bytes | null> {
  try {
    const { db, onDevice } = await import('../store/database.ts')
    return (await onDevice(() => db[store].get([account, id]))) ?? null
  } catch {
    // If the store fails, the server's picture is shown.
    return null
  }
}
