import type { OutboxRow } from '../outbox-rows.ts'
import type { AnswerRow, BulkFileRow, FileRow, KeptRow } from '../rows.ts'

/**
 * Rows of unsent work in the second record. It has the names of files; their bytes exist only in IndexedDB.
 */
interface Recorded {
  outbox: OutboxRow
  answers: AnswerRow
  files: Pick<FileRow, 'account' | 'id' | 'survey' | 'upload' | 'kind' | 'name' | 'addedAt'>
  bulkFiles: Pick<BulkFileRow, 'account' | 'id' | 'name' | 'addedAt'>
  /** Contacts. */
  kept: KeptRow
}

export type RecordedTable = keyof Recorded
export type RecordedRow<Name extends RecordedTable> = Recorded[Name]

/** An unsent row, or null for a row that was sent or removed. */
export type Change = {
  readonly [Name in RecordedTable]: {
    readonly table: Name
    readonly account: string
    readonly id: string
    readonly row: Recorded[Name] | null
    /** Number of the store's transaction. Missing if not counted. */
    readonly commit?: number | undefined
  }
}[RecordedTable]

/** Unsent rows by `changeKey`, in the order in which they were first written. */
export type Rows = Map<string, Change>

type Source = { outbox: OutboxRow; answers: AnswerRow; files: FileRow; bulkFiles: BulkFileRow; kept: KeptRow }

/** Returns the recorded part of a row; null if the server has it or it isn't user work. */
const recorded: { readonly [Name in RecordedTable]: (row: Source[Name]) => Recorded[Name] | null } = {
  outbox: (row) => row,
  answers: (row) => (row.entry === '' ? null : row),
  files: ({ account, id, survey, upload, kind, name, addedAt }) => ({
    ...{ account, id, survey, upload, kind, name, addedAt },
  }),
  bulkFiles: ({ account, id, name, addedAt }) => ({ account, id, name, addedAt }),
  kept: (row) => (isUnsentContact(row) ? row : null),
}

export const recordedTables = Object.keys(recorded) as readonly RecordedTable[]

/** Whether the server lacks this contact, so the row must survive a logout. */
export function isUnsentContact({ id, value }: KeptRow): boolean {
  if (!id.startsWith('contact:')) return false
  const { waits, problem } = value as { readonly waits: boolean; readonly problem: string | null }
  return waits || problem !== null
}

export function putChange<Name extends RecordedTable>(table: Name, row: Source[Name]): Change {
  const { account, id } = row
  return { table, account, id, row: recorded[table](row) } as unknown as Change
}

/** Like `putChange`, for a row that was already recorded. */
export function putRow<Name extends RecordedTable>(table: Name, row: Recorded[Name]): Change {
  const { account, id } = row
  return { table, account, id, row } as unknown as Change
}

export function dropChange<Name extends RecordedTable>(table: Name, { account, id }: Source[Name]): Change {
  return { table, account, id, row: null } as Change
}

export function changeKey({ table, account, id }: Change): string {
  return `${table} ${account} ${id}`
}

export function applyChanges(rows: Rows, changes: readonly Change[]): void {
  for (const change of changes) {
    if (change.row === null) rows.delete(changeKey(change))
    else rows.set(changeKey(change), change)
  }
}

export function rowsOf<Name extends RecordedTable>(rows: Rows, table: Name): readonly RecordedRow<Name>[] {
  return [...rows.values()].flatMap((change) =>
    change.table === table && change.row !== null ? [change.row as RecordedRow<Name>] : [],
  )
}
