import { db } from './database.ts'

/** Key in `kept` for the list of entries in a bundle that this device exported or imported. */
export const bundleKey = (parcel: string): string => `parcel:${parcel}`

/**
 * Returns the entries of all bundles exported or imported on this device. Call inside a transaction over
 * `kept`.
 */
export async function bundledEntries(account: string): Promise<readonly string[]> {
  return (await parcelsOf(account).toArray()).flatMap(({ value }) => idsIn(value))
}

/** Lets discarded entries be imported again from the same bundle. Call inside a transaction over `kept`. */
export async function forgetBundledEntries(account: string, entries: readonly string[]): Promise<void> {
  const gone = new Set(entries)
  await parcelsOf(account).modify((row) => {
    const value = idsIn(row.value).filter((id) => !gone.has(id))
    Object.assign(row, { value })
  })
}

function parcelsOf(account: string) {
  const from: [string, string] = [account, bundleKey('')]
  return db.kept.where('[account+id]').between(from, [account, bundleKey('\uffff')])
}

function idsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}
