import { Dexie, type Table } from 'dexie'
import { csvCell } from '#web/lib/files/csv-cell.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { watchedFactory } from './watched-database.ts'

/**
 * A log of what this device did with the account's work, to trace a lost answer: when it was typed and sent,
 * and how the server replied. It holds ids and times, never values. Its own database keeps it out of the
 * work's way and readable when the store hangs.
 */
export type JournalEvent =
  | 'typed'
  | 'queued'
  | 'sent'
  | 'acknowledged'
  | 'conflict'
  | 'refused'
  | 'postponed'
  | 'discarded'
  | 'rollback'
  | 'trouble'
  | 'error'
  | 'uncaught'

export interface JournalLine {
  readonly seq?: number
  readonly account: string
  readonly at: string
  readonly event: JournalEvent
  readonly survey: string
  /** The outbox entry, which is the server's Idempotency-Key. */
  readonly entry: string
  readonly operation: string
  readonly answer: string
  /** Number of equal consecutive events. Edits of one answer share a line. */
  readonly count: number
  /** HTTP status or error name. */
  readonly detail: string
}

export type JournalNote = Pick<JournalLine, 'event'> &
  Partial<Pick<JournalLine, 'survey' | 'entry' | 'operation' | 'answer' | 'detail'>>

/** Maximum number of lines; the oldest are deleted. */
export const journalLength = 3_000
/** Milliseconds between batches of lines, so that typing costs nothing. */
const together = 1_000
const detailLength = 120

type Journal = Dexie & { lines: Table<JournalLine, number> }

let opened: Journal | null = null
let waiting: JournalLine[] = []
let timer: ReturnType<typeof setTimeout> | undefined

function journal(): Journal {
  if (opened) return opened
  const made = new Dexie('fieldbook-journal', { indexedDB: watchedFactory }) as Journal
  made.version(1).stores({ lines: '++seq, account' })
  made.on('versionchange', () => made.close({ disableAutoOpen: false }))
  opened = made
  return made
}

/** Adds a line, written within a second. Never throws. */
export function note(account: string, given: JournalNote): void {
  const line: JournalLine = {
    ...{ survey: '', entry: '', operation: '', answer: '', count: 1 },
    ...given,
    account,
    at: new Date().toISOString(),
    detail: (given.detail ?? '').slice(0, detailLength),
  }
  const last = waiting.at(-1)
  if (last && isSame(last, line)) waiting[waiting.length - 1] = { ...line, count: last.count + 1 }
  else waiting.push(line)
  timer ??= setTimeout(() => void writeJournal(), together)
}

/** Returns an error handler for background work that is retried or repeated later. `what` names the work. */
export function logError(what: string): (error: unknown) => undefined {
  return (error) => {
    const account = accountHere()
    if (account) note(account, { event: 'error', detail: `${what}: ${nameOf(error)}` })
  }
}

/**
 * Logs an error of the app with its position but without its message, which may contain user input. Writes at
 * once, because the user may leave the page.
 */
export function noteUncaught(error: unknown): void {
  const account = accountHere()
  if (!account) return
  note(account, { event: 'uncaught', detail: `${nameOf(error)} ${placeOf(error)}`.trim() })
  void writeJournal()
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error
}

/** Returns file, line and column of the error, or '' if the engine doesn't say. */
function placeOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return /[\w.-]+\.[jt]sx?:\d+:\d+/.exec(stack)?.[0] ?? ''
}

function accountHere(): string | undefined {
  try {
    return currentSession()?.userId
  } catch {
    // A browser that blocks storage has no session either.
    return undefined
  }
}

/** Writes all pending lines now. */
export async function writeJournal(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const lines = waiting
  waiting = []
  if (lines.length === 0) return
  try {
    const { lines: table } = journal()
    await table.bulkAdd(lines)
    const over = (await table.count()) - journalLength
    if (over > 0) await table.bulkDelete(await table.orderBy('seq').limit(over).primaryKeys())
  } catch {
    // The disk is full, the store hangs, or the page is being left. Other code reports that; the journal
    // doesn't matter.
  }
}

/** Returns an account's lines, newest first. */
export async function readJournal(account: string, most = journalLength): Promise<readonly JournalLine[]> {
  await writeJournal()
  return journal().lines.where({ account }).reverse().limit(most).toArray()
}

/** Deletes an account's lines when it leaves this device. */
export async function forgetJournal(account: string): Promise<void> {
  waiting = waiting.filter((line) => line.account !== account)
  await journal().lines.where({ account }).delete()
}

function isSame(one: JournalLine, other: JournalLine): boolean {
  return (
    one.account === other.account &&
    one.event === other.event &&
    one.answer === other.answer &&
    one.entry === other.entry &&
    one.detail === other.detail
  )
}

const columns = ['at', 'event', 'operation', 'survey', 'entry', 'answer', 'count', 'detail'] as const

/** Returns the lines as CSV. Names match the server's log. */
export function journalTable(lines: readonly JournalLine[]): string {
  const rows = lines.map((line) => columns.map((column) => csvCell(String(line[column]))).join(','))
  return `${[columns.join(','), ...rows].join('\r\n')}\r\n`
}
