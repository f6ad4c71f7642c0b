import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { db } from '#web/offline/store/database.ts'
import { forgetStore } from '#web/offline/store/identity.ts'

/** Another device: the same code on a store of its own. */
export interface Device {
  readonly name: string
  readonly factory: IDBFactory
}

export function newDevice(name: string): Device {
  return { name, factory: new IDBFactory() }
}

const inner = db as unknown as { _deps: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange } }
const usual = inner._deps

/** Switches the code to this device's store. */
export async function workOn({ factory }: Device): Promise<void> {
  db.close({ disableAutoOpen: false })
  inner._deps = { indexedDB: factory, IDBKeyRange }
  forgetStore()
  await db.open()
}

/** Switches back to the default store for other test files of this process. */
export function workAsUsual(): void {
  db.close({ disableAutoOpen: false })
  inner._deps = usual
  forgetStore()
}
