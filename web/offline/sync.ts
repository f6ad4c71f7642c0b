import type { Failure } from '#web/lib/call.ts'
import { say } from '#web/lib/say.ts'
import { currentSession } from '#web/lib/session.ts'
import { listen, tell } from './bus.ts'
import { db, onDevice } from './database.ts'
import { prepareFiles } from './prepare-files.ts'
import { dueEntries, judge, pauseAfter } from './queue.ts'
import { sendingLock } from './quiet.ts'
import { parkEntry, postponeEntry } from './refuse.ts'
import type { OutboxRow } from './rows.ts'
import { sealEntry } from './seal.ts'
import { type Sent, sendEntry } from './send.ts'
import { settleEntry } from './settle.ts'

/** While something waits, a try at least this often: `online` events are only a hint. */
const heartbeat = 20_000

const flying = new Map<string, AbortController>()
let stop: (() => void) | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let asked = false

/** Sends what waits on this device for this account until it is stopped. Harmless to start again. */
export function startSync(account: string): () => void {
  stop?.()
  const now = () => wake(account, true)
  const visible = () => document.visibilityState === 'visible' && now()
  const forget = listen(account, (event) => {
    if (event.kind === 'queue') wake(account, event.now)
    if (event.kind === 'cancel') flying.get(event.entry)?.abort()
  })
  const beat = setInterval(() => wake(account, false), heartbeat)
  window.addEventListener('online', now)
  window.addEventListener('focus', now)
  document.addEventListener('visibilitychange', visible)
  now()
  const ended = () => {
    forget()
    clearInterval(beat)
    clearTimeout(timer)
    timer = undefined
    window.removeEventListener('online', now)
    window.removeEventListener('focus', now)
    document.removeEventListener('visibilitychange', visible)
    stop = null
  }
  stop = ended
  return ended
}

/** `atOnce`: pauses after failures do not count any more (the network may be back, or the person asked). */
async function wake(account: string, atOnce: boolean): Promise<void> {
  if (atOnce) {
    clearTimeout(timer)
    timer = undefined
    const paused = db.outbox.where({ account }).and(({ nextAt }) => nextAt > 0)
    await onDevice(() => paused.modify({ nextAt: 0 })).catch(() => undefined)
    return round(account)
  }
  return round(account)
}

/** The next try, when the first pause is over. */
function wakeLater(account: string, rows: readonly OutboxRow[]): void {
  clearTimeout(timer)
  timer = undefined
  const times = rows.filter(({ state }) => state !== 'parked').map(({ nextAt }) => nextAt)
  if (times.length === 0) return
  const pause = Math.max(50, Math.min(...times) - Date.now())
  if (pause < heartbeat) timer = setTimeout(() => void round(account), pause)
}

/** One tab at a time sends. Another's turn that waits already covers this one. */
async function round(account: string): Promise<void> {
  if (asked || currentSession()?.userId !== account) return
  asked = true
  const run = async () => {
    asked = false
    await drain(account)
  }
  try {
    // Without secure context there are no locks; the keys make a double sending harmless.
    await (navigator.locks ? navigator.locks.request(sendingLock + account, run) : run())
  } catch {
    asked = false
  }
}

async function drain(account: string): Promise<void> {
  const busy = new Map<string, Promise<void>>()
  let loggedOut = false
  await takeBack(account)
  for (;;) {
    if (loggedOut || currentSession()?.userId !== account) break
    const rows = await onDevice(() => db.outbox.where({ account }).toArray())
    const due = dueEntries(rows, Date.now()).filter(({ survey }) => !busy.has(survey))
    for (const row of due.slice(0, 3 - busy.size)) {
      const work = attempt(row).then((outcome) => {
        busy.delete(row.survey)
        if (outcome === 'log-in') loggedOut = true
      })
      busy.set(row.survey, work)
    }
    if (busy.size === 0) {
      wakeLater(account, rows)
      break
    }
    await Promise.race(busy.values())
  }
  await Promise.all(busy.values())
}

/** Entries that a tab was sending when it was closed wait again: nobody else sends while the lock is held. */
async function takeBack(account: string): Promise<void> {
  const left = db.outbox.where({ account }).and(({ state }) => state === 'sending')
  await onDevice(() => left.modify({ state: 'waiting' }))
}

async function attempt(due: OutboxRow): Promise<'log-in' | 'went-on'> {
  try {
    if (due.endpoint === 'media.upload') await prepareFiles(due)
    const row = await sealEntry(due.seq ?? 0)
    if (!row) return 'went-on'
    const controller = new AbortController()
    flying.set(row.id, controller)
    tell(row.account, { kind: 'queue', now: false })
    const sent = await sendEntry(row, controller.signal).finally(() => flying.delete(row.id))
    return await conclude(row, sent)
  } catch (error) {
    // The device's store failed, not the network: the entry is as it was and is tried later.
    await postponeEntry(due, Date.now() + pauseAfter(due.attempts + 1, Math.random())).catch(() => undefined)
    if (error instanceof Error) return 'went-on'
    throw error
  }
}

async function conclude(row: OutboxRow, sent: Sent): Promise<'log-in' | 'went-on'> {
  if (sent.ok) {
    await settleEntry(row, sent.reply)
    return 'went-on'
  }
  const outcome = judge(row.endpoint, sent)
  if (outcome.kind === 'done') await settleEntry(row, null)
  else if (outcome.kind === 'park') await parkEntry(row, problemOf(row, sent), sent.errors)
  else if (outcome.kind === 'log-in') await postponeEntry(row, 0)
  else await postponeEntry(row, Date.now() + (outcome.after ?? pauseAfter(row.attempts, Math.random())))
  if (outcome.kind === 'park') tell(row.account, { kind: 'changed', survey: row.survey })
  tell(row.account, { kind: 'queue', now: false })
  return outcome.kind === 'log-in' ? 'log-in' : 'went-on'
}

/** 'Not found.' says too little to somebody who looks at the survey. */
function problemOf(row: OutboxRow, { status, message }: Failure): string {
  return status === 404 && row.endpoint !== 'surveys.create' ? say('form.goneOnServer') : message
}
