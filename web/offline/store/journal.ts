import { Dexie, type Table } from 'dexie'
import { csvCell } from '#web/lib/files/csv-cell.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { watchedFactory } from './watched-database.ts'

/**
 * What this device did with its account's work, so that a lost answer can be traced: when it was typed, sent and how
 * the server answered. It holds ids and times, and never what was answered. It lies in a database of its own: it must
 * not be in the way of the work, and can be read when the other gives no answer.
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
  /** How often in a row: keys of one answer are one line. */
  readonly count: number
  /** A status, or the name of an error. */
  readonly detail: string
}

export type JournalNote = Pick<JournalLine, 'event'> &
  Partial<Pick<JournalLine, 'survey' | 'entry' | 'operation' | 'answer' | 'detail'>>

/** The newest so many lines of a device are kept. */
export const journalLength = 3_000
/** Lines are written together, so that a key costs nothing. */
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

/** Writes a line down within a second. It never fails: what it is about goes on whatever becomes of the line. */
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

/** For work beside the answers whose failure changes nothing: it is tried again, or done anew later. `what` names it. */
export function noted(what: string): (error: unknown) => undefined {
  return (error) => {
    const account = accountHere()
    if (account) note(account, { event: 'error', detail: `${what}: ${nameOf(error)}` })
  }
}

/**
 * An error of the app itself, with its place and never its words: they may hold what somebody typed. At once: whoever
 * meets one may leave the page before a second is over.
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

/** Where in the app's files it was thrown; '' where the engine does not say. */
function placeOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return /[\w.-]+\.[jt]sx?:\d+:\d+/.exec(stack)?.[0] ?? ''
}

function accountHere(): string | undefined {
  try {
    return currentSession()?.userId
  } catch {
    // A browser that lets nothing be stored has no session to read either.
    return undefined
  }
}

/** Puts what was noted into the journal now. */
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
    // No room, no answer, or the page is being left: the work itself is kept and told of elsewhere.
  }
}

/** An account's lines, the newest first. */
export async function readJournal(account: string, most = journalLength): Promise<readonly JournalLine[]> {
  await writeJournal()
  return journal().lines.where({ account }).reverse().limit(most).toArray()
}

/** The account leaves this device. */
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

/** As a table that any spreadsheet opens; for whoever looks for an answer. Names are those of the server's log. */
export function journalTable(lines: readonly JournalLine[]): string {
  const rows = lines.map((line) => columns.map((column) => csvCell(String(line[column]))).join(','))
  return `${[columns.join(','), ...rows].join('\r\n')}\r\n`
}
