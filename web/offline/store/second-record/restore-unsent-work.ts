import type { Dexie, Table } from 'dexie'
import { publish } from '../bus.ts'
import { reportLostWork } from '../lost-work.ts'
import type { OutboxRow } from '../outbox-rows.ts'
import { restoreRows } from '../restore-rows.ts'
import type { AnswerRow } from '../rows.ts'
import type { MemorySnapshot, WaitingFile } from '../unsent-memory.ts'
import type { OtherRecord } from './read-record.ts'
import { applyChanges, putRow, type Rows, rowsOf } from './recorded-rows.ts'
import { type UnsentSurvey, unsentSurveys } from './unsent-surveys.ts'

interface Place {
  readonly account: string
  readonly survey: string
}

/**
 * Restores unsent work of another store from this page's memory and the store's record, and reports what is
 * lost. Returns the surveys with unsent work.
 */
export async function restoreUnsentWork(
  database: Dexie,
  { rows, nameOf, unreadable }: OtherRecord,
  known: MemorySnapshot,
): Promise<readonly Place[]> {
  const outbox = joined(known.outbox, rowsOf(rows, 'outbox'))
  const answers = joined(known.answers, rowsOf(rows, 'answers'))
  const files = joined(known.files, rowsOf(rows, 'files'))
  const contacts = rowsOf(rows, 'kept')
  const bulk = await missingIn(database.table('bulkFiles'), rowsOf(rows, 'bulkFiles'))
  const { restored, lost } = await restoreRows(database, { ...known, outbox, answers, files }, contacts)
  const gone: Rows = new Map()
  applyChanges(gone, [
    ...lost.map((row) => putRow('outbox', row)),
    ...files.map((row) => putRow('files', row)),
    ...bulk.map((row) => putRow('bulkFiles', row)),
  ])
  const names = new Map(known.open.map(({ head: { id, head } }) => [id, head.survey_name]))
  const counted = unsentSurveys(gone, (account, survey) => names.get(survey) ?? nameOf(account, survey))
  report(restored, [...counted, ...unreadable], known)
  const open = known.open.map(({ head: { account, id } }) => ({ account, survey: id }))
  return [...outbox, ...answers, ...open].map(({ account, survey }) => ({ account, survey }))
}

async function missingIn<Row extends { readonly account: string; readonly id: string }>(
  table: Table<Row, [string, string]>,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const found = await table.bulkGet(rows.map(({ account, id }): [string, string] => [account, id]))
  return rows.filter((_, index) => found[index] === undefined)
}

export function publishRestored(places: readonly Place[]): void {
  for (const { account, survey } of places) {
    publish(account, { kind: 'changed', survey })
    publish(account, { kind: 'queue', now: true })
  }
}

/** Merges both; the page's own rows are newer than recorded ones. */
function joined<Row extends OutboxRow | AnswerRow | WaitingFile>(
  own: readonly Row[],
  recorded: readonly Row[],
): readonly Row[] {
  const rows = new Map([...recorded, ...own].map((row) => [`${row.account} ${row.id}`, row]))
  return [...rows.values()]
}

/** Reports cleared open forms even if nothing is lost, because the user may have seen it happen. */
function report(
  restored: ReadonlyMap<string, number>,
  lost: readonly UnsentSurvey[],
  { open }: MemorySnapshot,
): void {
  const accounts = [
    ...restored.keys(),
    ...lost.map(({ account }) => account),
    ...open.map(({ head }) => head.account),
  ]
  for (const account of new Set(accounts))
    reportLostWork(
      account,
      restored.get(account) ?? 0,
      lost.filter((one) => one.account === account),
    )
}
