import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { db } from '#web/offline/database.ts'

/** Another device: the same code on a store of its own. */
export interface Device {
  readonly name: string
  readonly factory: IDBFactory
}

export function newDevice(name: string): Device {
  return { name, factory: new IDBFactory() }
}

/** From here on the code works on this device's store. */
export async function workOn({ factory }: Device): Promise<void> {
  db.close({ disableAutoOpen: false })
  const inner = db as unknown as { _deps: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange } }
  inner._deps = { indexedDB: factory, IDBKeyRange }
  await db.open()
}
