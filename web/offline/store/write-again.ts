import type { Dexie, Table } from 'dexie'
import { v7 } from 'uuid'
import type { Remembered } from './memory.ts'
import type { OperationName, OutboxRow } from './outbox-rows.ts'
import type { AnswerRow, KeptRow, SubSectionRow, SurveyRow, TemplateRow } from './rows.ts'

type Key = [account: string, id: string]

interface Stores {
  readonly templates: Table<TemplateRow, Key>
  readonly copies: Table<SurveyRow, Key>
  readonly subSections: Table<SubSectionRow, Key>
  readonly answers: Table<AnswerRow, Key>
  readonly outbox: Table<OutboxRow, number>
  readonly kept: Table<KeptRow, Key>
}

export interface WrittenAgain {
  /** How many changes of each account are in the store again: each answer is one. */
  readonly restored: ReadonlyMap<string, number>
  /** Entries that cannot be sent without the bytes that are gone. */
  readonly lost: readonly OutboxRow[]
}

/** Their bytes lay in the store alone. */
const withBytes: readonly OperationName[] = ['media.upload', 'media.draw', 'plans.add']

/**
 * Restores a store that was cleared: the surveys of this page's open forms, and what waited to be sent. Idempotent by
 * the ids of entries and the times of answers, since other tabs may do the same.
 */
export async function writeAgain(
  database: Dexie,
  known: Remembered,
  contacts: readonly KeptRow[] = [],
): Promise<WrittenAgain> {
  const names = ['templates', 'copies', 'subSections', 'answers', 'outbox', 'kept'] as const
  const restored = new Map<string, number>()
  const count = ({ account }: { readonly account: string }) =>
    restored.set(account, (restored.get(account) ?? 0) + 1)
  const lost: OutboxRow[] = []
  await database.transaction('rw', [...names], async (writing) => {
    // Bound to this transaction: while the database is being opened the library loses sight of the one that is under way,
    // and each step would be one of its own.
    const stores = Object.fromEntries(names.map((name) => [name, writing.table(name)])) as unknown as Stores
    for (const { template, head, subSections } of known.open) {
      await putMissing(stores.templates, template)
      const { read: _, ...kept } = head
      await putMissing(stores.copies, kept)
      for (const part of subSections) await putMissing(stores.subSections, part)
    }
    restored.clear()
    lost.splice(0)
    for (const row of known.outbox)
      if (withBytes.includes(row.endpoint) && !(await hasEntry(stores.outbox, row))) lost.push(row)
    const uploads = new Set(lost.map(({ id }) => id))
    const gone = [...uploads, ...known.files.filter((file) => uploads.has(file.upload)).map(({ id }) => id)]
    for (const row of await putEntries(stores.outbox, stillWhole(known.outbox, gone))) count(row)
    for (const row of await putAnswers(stores, known)) count(row)
    for (const row of contacts) if (await putMissing(stores.kept, row)) count(row)
  })
  return { restored, lost }
}

/** What hangs on lost bytes cannot go either; answers go into entries of their own. */
function stillWhole(rows: readonly OutboxRow[], gone: readonly string[]): readonly OutboxRow[] {
  return rows.filter(({ endpoint, input }) => {
    if (endpoint === 'surveys.autoSave' || withBytes.includes(endpoint)) return false
    const words = JSON.stringify(input)
    return !gone.some((id) => words.includes(id))
  })
}

/** In their order; one that is there already, from another tab, stays as it is. */
async function putEntries(
  outbox: Stores['outbox'],
  rows: readonly OutboxRow[],
): Promise<readonly OutboxRow[]> {
  const put: OutboxRow[] = []
  for (const row of [...rows].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0)))
    if (await putEntry(outbox, row)) put.push(row)
  return put
}

async function hasEntry(outbox: Stores['outbox'], { id }: OutboxRow): Promise<boolean> {
  return (await outbox.where({ id }).count()) > 0
}

async function putEntry(outbox: Stores['outbox'], row: OutboxRow): Promise<boolean> {
  if (await hasEntry(outbox, row)) return false
  const { seq, ...rest } = row
  const entry: OutboxRow = { ...rest, state: row.state === 'sending' ? 'waiting' : row.state, nextAt: 0 }
  // What was made before a Submit goes before it again.
  const free = seq !== undefined && (await outbox.get(seq)) === undefined
  await outbox.add(free ? { ...entry, seq } : entry)
  return true
}

/** Those that wait go under keys of their own: what the server was sent under the old ones it may have said otherwise. */
async function putAnswers({ answers, outbox }: Stores, known: Remembered): Promise<readonly AnswerRow[]> {
  const put: AnswerRow[] = []
  const entries = new Map(known.outbox.map((row) => [row.id, row]))
  const renewed = new Map<string, OutboxRow>()
  const shown = known.open.flatMap((survey) => survey.answers)
  const waiting = new Set(known.answers.map(({ account, id }) => `${account} ${id}`))
  const onScreen = shown.filter(({ account, id }) => !waiting.has(`${account} ${id}`))
  for (const { unsent, ...row } of [...known.answers.map((one) => ({ ...one, unsent: true })), ...onScreen]) {
    const there = await answers.get([row.account, row.id])
    if (there && there.editedAt >= row.editedAt) continue
    if (!unsent) {
      await answers.put({ ...row, entry: '' })
      continue
    }
    const place = row.entry === '' ? `${row.survey} ${row.subSection}` : row.entry
    const made = renewed.get(place) ?? freshEntry(row, entries.get(row.entry))
    if (!renewed.has(place)) await putEntry(outbox, made)
    renewed.set(place, made)
    await answers.put({ ...row, entry: made.id })
    put.push(row)
  }
  return put
}

function freshEntry({ account, survey, subSection }: AnswerRow, before: OutboxRow | undefined): OutboxRow {
  return {
    account,
    id: v7(),
    survey,
    endpoint: 'surveys.autoSave',
    input: null,
    subSection,
    answer: null,
    attempts: 0,
    nextAt: 0,
    state: before?.state ?? 'waiting',
    problem: before?.problem ?? null,
    madeAt: before?.madeAt ?? new Date().toISOString(),
    ...(before?.seq !== undefined && { seq: before.seq }),
  }
}

/** false = there is one already. */
async function putMissing<Row extends { readonly account: string; readonly id: string }>(
  table: Table<Row, Key>,
  row: Row,
): Promise<boolean> {
  if (await table.get([row.account, row.id])) return false
  await table.put(row)
  return true
}
