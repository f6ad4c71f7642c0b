import { db, onDevice } from './database.ts'

/** What the device knows of its own copy of the list. */
export interface ListMark {
  /** When the server was last asked for what changed. */
  readonly checkedAt: string
  /** When the list was last read from its beginning to its end. */
  readonly wholeAt: string
}

export interface KeptTemplate {
  readonly id: string
  readonly name: string
}

interface Kept {
  list: ListMark
  templates: readonly KeptTemplate[]
}

/** A small thing that this device keeps for an account; null = not yet. */
export async function readKept<Name extends keyof Kept>(
  account: string,
  name: Name,
): Promise<Kept[Name] | null> {
  const row = await onDevice(() => db.kept.get([account, name]))
  return (row?.value as Kept[Name] | undefined) ?? null
}

export async function keep<Name extends keyof Kept>(
  account: string,
  name: Name,
  value: Kept[Name],
): Promise<void> {
  await onDevice(() => db.kept.put({ account, id: name, value }))
}
