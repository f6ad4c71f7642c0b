import type { Dexie, Table } from 'dexie'
import { copyFromWire, type SectionDetail } from '../../../survey/from-wire.ts'
import type { Owned, SubSectionRow, SurveyRow } from './rows.ts'

/** A survey's copy as apps before version 6 of the store kept it: its sections as the server had told them. */
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

/** Inside the upgrade: every copy, one after the other, so that never two of them are in memory. */
export async function convertAllCopies(tables: Tables): Promise<void> {
  const copies: Table<SurveyRow, Key> = tables.table('copies')
  const subSections: Table<SubSectionRow, Key> = tables.table('subSections')
  for (const key of await olderCopies(tables)) {
    const older = await takeOlderCopy(tables, key)
    if (!older) continue
    const { row } = older
    const copy = copyFromWire(older.sections)
    await copies.put({ ...row, sections: copy.sections })
    await subSections.bulkPut(
      copy.subSections.map((part) => ({ ...part, account: row.account, survey: row.id })),
    )
  }
}

/** Where apps from before version 6 keep copies; an app that is still open may write there at any time. */
export function olderStores(tables: Tables): readonly Table[] {
  return [tables.table('surveys'), tables.table('sections')]
}

/** Inside a transaction: the keys of the copies that an app from before has left here. */
export async function olderCopies(tables: Tables): Promise<readonly Key[]> {
  return tables.table<OlderSurveyRow, Key>('surveys').toCollection().primaryKeys()
}

/** Inside a writing transaction: one of them, which is then gone from where it lay. */
export async function takeOlderCopy(tables: Tables, key: Key): Promise<OlderCopy | null> {
  const surveys: Table<OlderSurveyRow, Key> = tables.table('surveys')
  const row = await surveys.get(key)
  const own = tables.table<OlderSectionRow, Key>('sections').where({ account: key[0], survey: key[1] })
  const sections = await own.sortBy('place')
  await surveys.delete(key)
  await own.delete()
  return row ? { row, sections: sections.map(({ detail }) => detail) } : null
}
