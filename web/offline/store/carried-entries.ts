import { db } from './database.ts'

/** Where `kept` remembers which entries a bundle carried that was made or taken in here. */
export const bundleKey = (parcel: string): string => `parcel:${parcel}`

/** Inside a transaction over `kept`: the entries of all bundles that were here. */
export async function carriedBefore(account: string): Promise<readonly string[]> {
  return (await parcelsOf(account).toArray()).flatMap(({ value }) => idsIn(value))
}

/** Inside a transaction over `kept`: what was given up on purpose may come again by the same bundle. */
export async function forgetCarried(account: string, entries: readonly string[]): Promise<void> {
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
