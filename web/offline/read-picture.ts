import { db, onDevice } from './database.ts'
import type { Bytes } from './rows.ts'

/** Where bytes lie on this device, if they do. In `blobs` they wait to be sent. */
export interface DevicePlace {
  readonly account: string
  readonly store: 'pictures' | 'shown' | 'blobs' | 'planPictures'
  readonly id: string
}

/** null where they are not, or where the device cannot read them now. */
export async function readPlace({ account, store, id }: DevicePlace): Promise<Bytes | null> {
  const row = await onDevice(() => db[store].get([account, id])).catch(() => undefined)
  return row ?? null
}
