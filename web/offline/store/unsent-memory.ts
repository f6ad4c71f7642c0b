import type { Dexie } from 'dexie'
import type { OutboxRow } from './outbox-rows.ts'
import { followRows } from './row-hooks.ts'
import type { AnswerRow, FileRow, SubSectionRow, SurveyRow, TemplateRow } from './rows.ts'

/** State of an open form in addition to its unsent changes. */
export interface OpenSurvey {
  readonly template: TemplateRow
  readonly head: SurveyRow
  readonly subSections: readonly SubSectionRow[]
  /** Answers on the screen that the copy above lacks. If not `unsent`, the server has them. */
  readonly answers: readonly (AnswerRow & { readonly unsent: boolean })[]
}

export type WaitingFile = Pick<FileRow, 'account' | 'id' | 'survey' | 'upload' | 'kind' | 'name' | 'addedAt'>

/**
 * Unsent rows of the store that this page has seen. If the browser clears the store, they exist only here.
 */
const outbox = new Map<string, OutboxRow>()
const answers = new Map<string, AnswerRow>()
/** Without thumbnails and posters. */
const files = new Map<string, WaitingFile>()
const open = new Set<() => OpenSurvey | null>()

export interface MemorySnapshot {
  readonly outbox: readonly OutboxRow[]
  /** Unsent answers. */
  readonly answers: readonly AnswerRow[]
  readonly files: readonly WaitingFile[]
  readonly open: readonly OpenSurvey[]
}

export const emptyMemory: MemorySnapshot = { outbox: [], answers: [], files: [], open: [] }

export function readMemory(): MemorySnapshot {
  return {
    outbox: [...outbox.values()],
    answers: [...answers.values()],
    files: [...files.values()],
    open: [...open].map((survey) => survey()).filter((survey) => survey !== null),
  }
}

/** Registers an open form until the returned function is called. */
export function rememberOpen(survey: () => OpenSurvey | null): () => void {
  open.add(survey)
  return () => {
    open.delete(survey)
  }
}

/** Remembers every row that this page writes. */
export function rememberWrites(database: Dexie): void {
  followRows<OutboxRow>(database.table('outbox'), {
    put: (row) => void outbox.set(row.id, row),
    drop: ({ id }) => void outbox.delete(id),
  })
  const drop = (row: AnswerRow) => void answers.delete(keyOf(row))
  const put = (row: AnswerRow) => (row.entry === '' ? drop(row) : void answers.set(keyOf(row), row))
  followRows<AnswerRow>(database.table('answers'), { put, drop })
  followRows<FileRow>(database.table('files'), {
    put: ({ thumbnail: _, poster: _poster, ...file }) => void files.set(file.id, file),
    drop: ({ id }) => void files.delete(id),
  })
}

/**
 * Replaces the remembered entries of an account, or of one survey, with the store's. This includes what other
 * tabs wrote and sent.
 */
export function updateMemory(account: string, survey: string | null, rows: readonly OutboxRow[]): void {
  const isMeant = (row: { readonly account: string; readonly survey: string }) =>
    row.account === account && (survey === null || row.survey === survey)
  const ids = new Set(rows.map(({ id }) => id))
  for (const row of outbox.values()) if (isMeant(row) && !ids.has(row.id)) outbox.delete(row.id)
  for (const row of answers.values()) if (isMeant(row) && !ids.has(row.entry)) answers.delete(keyOf(row))
  for (const file of files.values())
    if (!outbox.has(file.upload) && !ids.has(file.upload)) files.delete(file.id)
  for (const row of rows) outbox.set(row.id, row)
}

/** Remembers rows again after their restoration failed. */
export function restoreMemory(known: MemorySnapshot): void {
  for (const row of known.outbox) outbox.set(row.id, row)
  for (const row of known.answers) answers.set(keyOf(row), row)
  for (const file of known.files) files.set(file.id, file)
}

export function clearMemory(): void {
  for (const known of [outbox, answers, files]) known.clear()
}

function keyOf({ account, id }: AnswerRow): string {
  return `${account} ${id}`
}
