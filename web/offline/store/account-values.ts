import { db, onDevice } from './database.ts'

/** When this device last updated its copy of the list. */
export interface ListMark {
  /** Last time the device asked the server for changes. */
  readonly checkedAt: string
  /** Last time the device read the whole list. */
  readonly wholeAt: string
}

export interface StoredTemplate {
  readonly id: string
  readonly name: string
}

interface Kept {
  list: ListMark
  templates: readonly StoredTemplate[]
}

/** Returns a small value stored for an account, or null. */
export async function readAccountValue<Name extends keyof Kept>(
  account: string,
  name: Name,
): Promise<Kept[Name] | null> {
  const row = await onDevice(() => db.kept.get([account, name]))
  return (row?.value as Kept[Name] | undefined) ?? null
}

export async function storeAccountValue<Name extends keyof Kept>(
  account: string,
  name: Name,
  value: Kept[Name],
): Promise<void> {
  await onDevice(() => db.kept.put({ account, id: name, value }))
}
