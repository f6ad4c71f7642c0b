import { room } from '#web/lib/files/storage-facts.ts'
import { db, onDevice } from '../store/database.ts'
import type { PictureRow } from '../store/rows.ts'

/** What pictures of confirmed photos and videos take of this device, for one account. */
export interface PictureSizes {
  readonly count: number
  readonly bytes: number
}

/** Above this share of what the browser allows, pictures make room for what is not sent. */
const nearFull = 0.8

/** At once, so that the room is not just enough for one photo. */
const breath = 32 * 1024 * 1024

/** Counted by the index: no bytes are read. */
export async function pictureSizes(account: string): Promise<PictureSizes> {
  const sizes = await onDevice(() =>
    Promise.all([db.pictures, db.shown].map((store) => sizesIn(store, account))),
  )
  const all = sizes.flat()
  return { count: all.length, bytes: all.reduce((sum, size) => sum + size, 0) }
}

/** Lets go every picture that the server has confirmed; how many bytes that were. Nothing unsent is among them. */
export async function freePictures(account: string): Promise<number> {
  const { bytes } = await pictureSizes(account)
  await onDevice(() =>
    db.transaction('rw', [db.pictures, db.shown], async () => {
      for (const store of [db.pictures, db.shown]) await ofAccount(store, account).delete()
    }),
  )
  return bytes
}

/**
 * Lets go the oldest pictures until so many bytes are free: the large ones first, the small ones when there are no
 * others. Whose they are does not matter: they only wait to be looked at, and the server has them. How many bytes went.
 */
export async function freeOldest(bytes = breath): Promise<number> {
  let freed = 0
  for (const store of [db.shown, db.pictures]) {
    while (freed < bytes) {
      const oldest = await onDevice(() => store.orderBy('keptAt').limit(20).primaryKeys())
      if (oldest.length === 0) break
      freed += await onDevice(() => dropRows(store, oldest))
    }
  }
  return freed
}

/** Lets the oldest go where the device is nearly full; whether there is room for more now. */
export async function hasRoom(share = nearFull): Promise<boolean> {
  const { usage, quota } = await room()
  if (usage === null || quota === null) return true
  if (usage > quota * nearFull) await freeOldest(Math.max(breath, usage - quota * nearFull))
  return usage < quota * share
}

type Store = typeof db.pictures

async function dropRows(store: Store, keys: readonly [string, string][]): Promise<number> {
  return db.transaction('rw', [store], async () => {
    const rows = await store.bulkGet([...keys])
    await store.bulkDelete([...keys])
    return rows.reduce((sum: number, row: PictureRow | undefined) => sum + (row?.size ?? 0), 0)
  })
}

function ofAccount(store: Store, account: string) {
  return store.where('[account+size]').between([account, 0], [account, Number.MAX_SAFE_INTEGER], true, true)
}

async function sizesIn(store: Store, account: string): Promise<readonly number[]> {
  const keys = await ofAccount(store, account).keys()
  return (keys as unknown as readonly [string, number][]).map(([, size]) => size)
}
