import type { Bytes } from '../store/rows.ts'

/** Bytes that are read already, bytes of this device, or an address of the server's. */
export type PictureSource = Bytes | DevicePlace | string

/** Where bytes lie on this device, if they do. In `blobs` they wait to be sent. */
export interface DevicePlace {
  readonly account: string
  readonly store: 'pictures' | 'shown' | 'blobs' | 'planPictures'
  readonly id: string
}

/** The bytes of the first source that has them; null where none has. */
export async function readFirst(sources: readonly PictureSource[]): Promise<Blob | null> {
  for (const source of sources) {
    const blob = typeof source === 'string' ? await fetched(source) : await stored(source)
    if (blob) return blob
  }
  return null
}

async function stored(source: Bytes | DevicePlace): Promise<Blob | null> {
  const found = 'bytes' in source ? source : await readPlace(source)
  return found && new Blob([found.bytes], { type: found.type })
}

async function fetched(address: string): Promise<Blob | null> {
  try {
    const answer = await fetch(address, { credentials: 'omit' })
    return answer.ok ? await answer.blob() : null
  } catch {
    // Without the network there is no picture to show now.
    return null
  }
}

/**
 * null where they are not, or where the device cannot read them now. The store is loaded only here: a guest's report
 * shows pictures too, and has none.
 */
export async function readPlace({ account, store, id }: DevicePlace): Promise<Bytes | null> {
  try {
    const { db, onDevice } = await import('../store/database.ts')
    return (await onDevice(() => db[store].get([account, id]))) ?? null
  } catch {
    // Where the store gives no answer, the server's picture is shown.
    return null
  }
}
