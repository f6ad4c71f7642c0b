import type { Page } from 'playwright-core'

/** Returns the captions of the unsent photos and videos on the device. */
export function describedOnDevice(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const opened = indexedDB.open('fieldbook')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opened.onsuccess = () => resolve(opened.result)
    })
    const asked: IDBRequest<{ description: string }[]> = database
      .transaction('files')
      .objectStore('files')
      .getAll()
    const rows = await new Promise<{ description: string }[]>((resolve) => {
      asked.onsuccess = () => resolve(asked.result)
    })
    database.close()
    return rows.map(({ description }) => description)
  })
}
