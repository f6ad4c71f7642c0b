import type { Dexie, Table } from 'dexie'
import { v7 } from 'uuid'
import { carriesPictures, factsOf } from './operation-facts.ts'
import type { OutboxRow } from './outbox-rows.ts'
import type { AnswerRow, KeptRow, SubSectionRow, SurveyRow, TemplateRow } from './rows.ts'
import type { MemorySnapshot } from './unsent-memory.ts'

type Key = [account: string, id: string]

interface Stores {
  readonly templates: Table<TemplateRow, Key>
  readonly copies: Table<SurveyRow, Key>
  readonly subSections: Table<SubSectionRow, Key>
  readonly answers: Table<AnswerRow, Key>
  readonly outbox: Table<OutboxRow, number>
  readonly kept: Table<KeptRow, Key>
}

export interface RestoredRows {
  /** Restored changes per account; each answer counts as one. */
  readonly restored: ReadonlyMap<string, number>
  /** Entries that can't be sent because their bytes are lost. */
  readonly lost: readonly OutboxRow[]
}

/**
 * Restores a cleared store: the surveys of this page's open forms, and unsent work. Idempotent by entry ids
 * and answer times, because other tabs may do the same.
 */
export async function restoreRows(
  database: Dexie,
  known: MemorySnapshot,
  contacts: readonly KeptRow[] = [],
): Promise<RestoredRows> {
  const names = ['templates', 'copies', 'subSections', 'answers', 'outbox', 'kept'] as const
  const restored = new Map<string, number>()
  const count = ({ account }: { readonly account: string }) =>
    restored.set(account, (restored.get(account) ?? 0) + 1)
  const lost: OutboxRow[] = []
  await database.transaction('rw', [...names], async (writing) => {
    // Bound to this transaction. During the open, Dexie loses track of the current transaction, and each step
    // would run in its own.
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
      if (carriesPictures(row) && !(await hasEntry(stores.outbox, row))) lost.push(row)
    const uploads = new Set(lost.map(({ id }) => id))
    const gone = [...uploads, ...known.files.filter((file) => uploads.has(file.upload)).map(({ id }) => id)]
    for (const row of await putEntries(stores.outbox, stillWhole(known.outbox, gone))) count(row)
    for (const row of await putAnswers(stores, known)) count(row)
    for (const row of contacts) if (await putMissing(stores.kept, row)) count(row)
  })
  return { restored, lost }
}

/** Returns entries that don't depend on lost bytes. Answers get new entries. */
function stillWhole(rows: readonly OutboxRow[], gone: readonly string[]): readonly OutboxRow[] {
  return rows.filter((row) => {
    if (factsOf(row).collects === 'answers' || carriesPictures(row)) return false
    const words = JSON.stringify(row.input)
    return !gone.some((id) => words.includes(id))
  })
}

/** Adds entries in order. Existing ones, restored by another tab, stay as they are. */
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
  // Keeps the order, so that changes made before a Submit are sent before it.
  const free = seq !== undefined && (await outbox.get(seq)) === undefined
  await outbox.add(free ? { ...entry, seq } : entry)
  return true
}

/**
 * Restores answers. Unsent ones get new keys, because the server may have seen different payloads under the
 * old ones.
 */
async function putAnswers({ answers, outbox }: Stores, known: MemorySnapshot): Promise<readonly AnswerRow[]> {
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

/** Returns false if the row already exists. */
async function putMissing<Row extends { readonly account: string; readonly id: string }>(
  table: Table<Row, Key>,
  row: Row,
): Promise<boolean> {
  if (await table.get([row.account, row.id])) return false
  await table.put(row)
  return true
}
