import type { Dexie, Table } from 'dexie'
import { copyFromWire, type SectionDetail } from '../../../survey/from-wire.ts'
import type { Owned, SubSectionRow, SurveyRow } from './rows.ts'

/** A survey's copy as stored before version 6: sections in the server's format. */
export interface OlderCopy {
  readonly row: OlderSurveyRow
  readonly sections: readonly SectionDetail[]
}

type OlderSurveyRow = Omit<SurveyRow, 'sections'>

interface OlderSectionRow extends Owned {
  readonly survey: string
  readonly place: number
  readonly detail: SectionDetail
}

type Key = [account: string, id: string]
type Tables = Pick<Dexie, 'table'>

/** Converts all copies inside the upgrade, one at a time so that memory holds at most one. */
export async function convertAllCopies(tables: Tables): Promise<void> {
  const copies: Table<SurveyRow, Key> = tables.table('copies')
  const subSections: Table<SubSectionRow, Key> = tables.table('subSections')
  for (const key of await olderCopies(tables)) {
    const older = await extractOlderCopy(tables, key)
    if (!older) continue
    const { row } = older
    const copy = copyFromWire(older.sections)
    await copies.put({ ...row, sections: copy.sections })
    await subSections.bulkPut(
      copy.subSections.map((part) => ({ ...part, account: row.account, survey: row.id })),
    )
  }
}

/** Stores that hold copies before version 6. A tab of an older app may still write to them. */
export function olderStores(tables: Tables): readonly Table[] {
  return [tables.table('surveys'), tables.table('sections')]
}

/** Returns the keys of copies left by older apps. Call inside a transaction. */
export async function olderCopies(tables: Tables): Promise<readonly Key[]> {
  return tables.table<OlderSurveyRow, Key>('surveys').toCollection().primaryKeys()
}

/** Removes and returns one older copy, or null if it is gone. Call inside a write transaction. */
export async function extractOlderCopy(tables: Tables, key: Key): Promise<OlderCopy | null> {
  const surveys: Table<OlderSurveyRow, Key> = tables.table('surveys')
  const row = await surveys.get(key)
  const own = tables.table<OlderSectionRow, Key>('sections').where({ account: key[0], survey: key[1] })
  const sections = await own.sortBy('place')
  await surveys.delete(key)
  await own.delete()
  return row ? { row, sections: sections.map(({ detail }) => detail) } : null
}
