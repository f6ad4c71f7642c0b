import { storageEstimate } from '#web/lib/files/storage-facts.ts'
import { db, onDevice } from '../store/database.ts'
import type { PictureRow } from '../store/rows.ts'

/** Size of the pictures of confirmed photos and videos, for one account. */
export interface PictureSizes {
  readonly count: number
  readonly bytes: number
}

/** Share of the quota above which pictures are freed for unsent work. */
const nearFull = 0.8

/** Minimum bytes freed at a time, so that more than one photo fits. */
const breath = 32 * 1024 * 1024

/** Measures the pictures through an index, without reading bytes. */
export async function pictureSizes(account: string): Promise<PictureSizes> {
  const sizes = await onDevice(() =>
    Promise.all([db.pictures, db.shown].map((store) => sizesIn(store, account))),
  )
  const all = sizes.flat()
  return { count: all.length, bytes: all.reduce((sum, size) => sum + size, 0) }
}

/** Deletes all pictures of confirmed photos and videos, and returns their bytes. */
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
 * Deletes the oldest pictures until `bytes` are free, large ones first, and returns the bytes freed. Includes
 * all accounts, because the server has every picture.
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

/**
 * Frees the oldest pictures if the disk is nearly full. Returns whether usage is below `share` of the quota.
 */
export async function hasFreeSpace(share = nearFull): Promise<boolean> {
  const { usage, quota } = await storageEstimate()
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
