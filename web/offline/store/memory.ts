import type { Dexie } from 'dexie'
import type { OutboxRow } from './outbox-rows.ts'
import { followRows } from './row-hooks.ts'
import type { AnswerRow, FileRow, SubSectionRow, SurveyRow, TemplateRow } from './rows.ts'

/** What an open form has of its survey beside what waits. */
export interface OpenSurvey {
  readonly template: TemplateRow
  readonly head: SurveyRow
  readonly subSections: readonly SubSectionRow[]
  /** Those that the copy above does not have, as they stand on the screen; the server took what is not `unsent`. */
  readonly answers: readonly (AnswerRow & { readonly unsent: boolean })[]
}

export type WaitingFile = Pick<FileRow, 'account' | 'id' | 'survey' | 'upload' | 'kind' | 'name' | 'addedAt'>

/** What this page knows to wait in the store: all that is left of it where the browser clears the store. */
const outbox = new Map<string, OutboxRow>()
const answers = new Map<string, AnswerRow>()
/** Without their small pictures. */
const files = new Map<string, WaitingFile>()
const open = new Set<() => OpenSurvey | null>()

export interface Remembered {
  readonly outbox: readonly OutboxRow[]
  /** Those that wait. */
  readonly answers: readonly AnswerRow[]
  readonly files: readonly WaitingFile[]
  readonly open: readonly OpenSurvey[]
}

export const nothing: Remembered = { outbox: [], answers: [], files: [], open: [] }

export function remembered(): Remembered {
  return {
    outbox: [...outbox.values()],
    answers: [...answers.values()],
    files: [...files.values()],
    open: [...open].map((survey) => survey()).filter((survey) => survey !== null),
  }
}

/** A form is open from now until the given function is called. */
export function rememberOpen(survey: () => OpenSurvey | null): () => void {
  open.add(survey)
  return () => {
    open.delete(survey)
  }
}

/** What this page writes, it remembers. */
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

/** These are all that wait, of an account or of one of its surveys: what other tabs wrote and sent is known by it. */
export function noteWaiting(account: string, survey: string | null, rows: readonly OutboxRow[]): void {
  const isMeant = (row: { readonly account: string; readonly survey: string }) =>
    row.account === account && (survey === null || row.survey === survey)
  const ids = new Set(rows.map(({ id }) => id))
  for (const row of outbox.values()) if (isMeant(row) && !ids.has(row.id)) outbox.delete(row.id)
  for (const row of answers.values()) if (isMeant(row) && !ids.has(row.entry)) answers.delete(keyOf(row))
  for (const file of files.values())
    if (!outbox.has(file.upload) && !ids.has(file.upload)) files.delete(file.id)
  for (const row of rows) outbox.set(row.id, row)
}

/** It could not be written yet. */
export function recall(known: Remembered): void {
  for (const row of known.outbox) outbox.set(row.id, row)
  for (const row of known.answers) answers.set(keyOf(row), row)
  for (const file of known.files) files.set(file.id, file)
}

export function forgetAll(): void {
  for (const known of [outbox, answers, files]) known.clear()
}

function keyOf({ account, id }: AnswerRow): string {
  return `${account} ${id}`
}
