import { pauseAfter } from '#web/lib/http/backoff.ts'
import type { Failure } from '#web/lib/http/call.ts'
import { isTooLargeInFront } from '#web/lib/http/unreached.ts'
import { t } from '#web/lib/language/translate.ts'
import { sendingToken } from '#web/lib/session/session.ts'
import { waitingAgain } from '../operations/entries.ts'
import { gathersShots } from '../operations/open-upload.ts'
import { carriesPictures } from '../operations/order.ts'
import { isKnown } from '../operations/registry.ts'
import { remoteOf, sendEntry } from '../operations/remote/registry.ts'
import { isStash, restoreStash } from '../record/stash.ts'
import { reconcileUnverified } from '../server-rollback/reconcile-unverified.ts'
import { publish, subscribe } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { type JournalEvent, note, noted } from '../store/journal.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { watchPage } from '../store/page-lifecycle.ts'
import { isMetered, onSendingChange, sendingChoices } from '../store/sending-choices.ts'
import { asLeader, takeOverFromSilent } from '../tabs/leader-election.ts'
import type { Sent } from '../upload/sent.ts'
import { acknowledgeEntry } from './acknowledge.ts'
import { freezePayload } from './freeze-payload.ts'
import { judge } from './judge.ts'
import { parkEntry } from './park.ts'
import { dueEntries, nextPauseEnds } from './queue.ts'
import { postponeEntry } from './refuse.ts'
import { heldBy, type Sending } from './send-policy.ts'

/** While something waits, a try at least this often: `online` events are only a hint. */
const heartbeat = 20_000
/** Something is told with each key, and what a key adds is sent later anyway: the queue is read once for so long. */
const together = 200
/** A later version of the app queued what this one does not know: it waits, with all that was made behind it. */
const untilUpdated = 5 * 60_000
/** What was too large for a proxy is tried again so often. */
const untilMended = 5 * 60_000
/** So many entries at once, and so many of them with pictures: text always finds a way past them. */
const atOnce = 3
const picturesAtOnce = 2

const flying = new Map<string, AbortController>()
let stop: (() => void) | null = null
let timer: ReturnType<typeof setTimeout> | undefined
/** Accounts whose turn to send is waited for. */
const asked = new Set<string>()
/** How often pauses were ended here: a try that was under way then has failed on the network of before. */
let unpaused = 0
/** Lets the tab that sends look again for what can go beside what is on its way. */
let nudge = () => {}

/** Sends what waits on this device for this account until it is stopped. Harmless to start again. */
export function startSync(account: string): () => void {
  stop?.()
  const now = () => wake(account, true)
  let soon: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    soon = undefined
    void wake(account, false)
  }
  const visible = () => document.visibilityState === 'visible' && now()
  const take = () => restoreStash(account).catch(noted('sending'))
  const forget = subscribe(account, (event) => {
    // Nobody tells a frozen page what others set aside.
    if (event.kind === 'back') void take()
    if (event.kind === 'back' || (event.kind === 'queue' && event.now)) now()
    else if (event.kind === 'queue') soon ??= setTimeout(look, together)
    if (event.kind === 'cancel') flying.get(event.entry)?.abort()
  })
  const unwatch = watchPage({ back: now })
  const otherChoices = onSendingChange(() => wake(account, false))
  const beat = setInterval(() => wake(account, false), heartbeat)
  const aside = (event: StorageEvent) => isStash(event) && void take()
  window.addEventListener('online', now)
  window.addEventListener('focus', now)
  window.addEventListener('storage', aside)
  document.addEventListener('visibilitychange', visible)
  void take()
  now()
  // Nobody adds to what an earlier page gathered.
  void endGathering(account, performance.timeOrigin).then(look).catch(noted('sending'))
  const ended = () => {
    forget()
    unwatch()
    otherChoices()
    clearInterval(beat)
    clearTimeout(soon)
    clearTimeout(timer)
    timer = undefined
    window.removeEventListener('online', now)
    window.removeEventListener('focus', now)
    window.removeEventListener('storage', aside)
    document.removeEventListener('visibilitychange', visible)
    stop = null
  }
  stop = ended
  return ended
}

/**
 * 'Send now': pauses are over, also those for more shots, and what this device's choices hold back goes all the same,
 * this once.
 */
export async function sendNow(account: string): Promise<void> {
  const sending = sendingAsChosen()
  await onDevice(() =>
    db.outbox
      .where({ account })
      .and((row) => heldBy(row, sending) !== null)
      .modify((row: { released?: true; staged?: true }) => {
        row.released = true
        delete row.staged
      }),
  )
  await endGathering(account, Number.POSITIVE_INFINITY)
  publish(account, { kind: 'queue', now: true })
}

/** Uploads that wait for more shots since before this moment wait no longer. */
async function endGathering(account: string, before: number): Promise<void> {
  const rows = db.outbox.where({ account }).and((row) => gathersShots(row) && Date.parse(row.madeAt) < before)
  await onDevice(() => rows.modify({ nextAt: 0 }))
}

/** The device's choices and its network as they are at this moment. */
export function sendingAsChosen(): Sending {
  return { ...sendingChoices(), metered: isMetered() }
}

/** `noPause`: pauses after failures do not count any more (the network may be back, or the person asked). */
async function wake(account: string, noPause: boolean): Promise<void> {
  if (noPause) {
    unpaused += 1
    clearTimeout(timer)
    timer = undefined
    const paused = db.outbox.where({ account }).and((row) => row.nextAt > 0 && !gathersShots(row))
    await onDevice(() => paused.modify({ nextAt: 0 })).catch(noted('sending'))
  }
  nudge()
  return round(account)
}

/** The next try, when the first pause is over. */
function wakeLater(account: string, rows: readonly OutboxRow[]): void {
  clearTimeout(timer)
  timer = undefined
  const ends = nextPauseEnds(rows, Date.now())
  if (ends !== null) timer = setTimeout(() => void round(account), Math.max(50, ends - Date.now()))
}

/** One tab at a time sends. Another's turn that waits already covers this one, unless nothing comes of it. */
async function round(account: string): Promise<void> {
  if (sendingToken(account) === null) return
  const send = (lost: AbortSignal) => drain(account, lost)
  if (asked.has(account)) return takeOverFromSilent(account, send).catch(noted('sending'))
  asked.add(account)
  const run = (lost: AbortSignal) => {
    asked.delete(account)
    return send(lost)
  }
  // It may be asked for again; what waits stays in the queue.
  const turn = asLeader(account, run).catch(() => asked.delete(account))
  // Nothing may be told for a long while: it is found out at once whether whoever has the turn is there at all.
  void takeOverFromSilent(account, send).catch(noted('sending'))
  await turn
}

interface OnItsWay {
  readonly survey: string
  readonly work: Promise<void>
  readonly pictures: boolean
}

type Busy = Map<string, OnItsWay>

async function drain(account: string, lost: AbortSignal): Promise<void> {
  const busy: Busy = new Map()
  lost.addEventListener('abort', () => {
    for (const id of busy.keys()) flying.get(id)?.abort()
  })
  try {
    await sendAll(account, busy, lost)
  } finally {
    if (!lost.aborted) nudge = () => {}
    // Nobody else's turn begins while something is on its way, also where this device's store failed.
    await Promise.all([...busy.values()].map(({ work }) => work))
  }
}

async function sendAll(account: string, busy: Busy, lost: AbortSignal): Promise<void> {
  let ended = false
  const tried = new Set<string>()
  const mayGoOn = () => !lost.aborted && sendingToken(account) !== null
  await takeBack(account)
  while (!ended && mayGoOn()) {
    const nudged = new Promise<void>((look) => {
      nudge = look
    })
    const surveys = new Set([...busy.values()].map(({ survey }) => survey))
    const doubted = await reconcileUnverified(account, { busy: surveys, tried, mayGoOn })
    const waiting = await onDevice(() => db.outbox.where({ account }).toArray())
    const rows = waiting.filter(({ survey }) => !doubted.has(survey))
    for (const row of dueEntries(rows, Date.now(), sendingAsChosen(), new Set(busy.keys()))) {
      const pictures = carriesPictures(row)
      const before = [...busy.values()].filter((one) => one.pictures).length
      if (busy.size >= atOnce || (pictures && before >= picturesAtOnce)) continue
      const work = attempt(row, lost).then((outcome) => {
        busy.delete(row.id)
        if (outcome !== 'went-on') ended = true
      })
      busy.set(row.id, { survey: row.survey, work, pictures })
    }
    if (busy.size === 0) return wakeLater(account, rows)
    await Promise.race([...[...busy.values()].map(({ work }) => work), nudged, untilPauseEnds(rows)])
  }
}

/** An upload may take minutes; what pauses meanwhile goes beside it. */
function untilPauseEnds(rows: readonly OutboxRow[]): Promise<void> {
  const ends = nextPauseEnds(rows, Date.now())
  return new Promise((look) => {
    if (ends !== null) setTimeout(look, Math.max(50, ends - Date.now()))
  })
}

/** Entries that a tab was sending when it was closed, or lost its turn, wait again: nobody else sends meanwhile. */
async function takeBack(account: string): Promise<void> {
  const now = Date.now()
  const isLeft = (row: OutboxRow) => row.state === 'sending' || wasUnknown(row) || mayFitNow(row, now)
  const left = db.outbox.where({ account }).and(isLeft)
  await onDevice(() => left.modify(waitingAgain))
}

/** An earlier version of the app, which was here for a while, did not know what a later one had queued. */
function wasUnknown(row: OutboxRow): boolean {
  return row.state === 'parked' && row.problem === `Unknown operation ${row.endpoint}` && isKnown(row)
}

/** Who runs the proxy in front of the server may have made room for it. */
function mayFitNow({ state, problem, triedAt = '' }: OutboxRow, now: number): boolean {
  if (state !== 'parked' || !isTooLargeInFront(problem)) return false
  const since = now - Date.parse(triedAt)
  // A clock that was put back since says nothing.
  return !(since >= 0 && since < untilMended)
}

/** `broken` = not even the failure could be noted: trying again at once would never end. */
type Attempted = 'log-in' | 'went-on' | 'broken'

async function attempt(due: OutboxRow, lost: AbortSignal): Promise<Attempted> {
  try {
    if (!isKnown(due)) {
      await postponeEntry(due, Date.now() + untilUpdated, t('storage.laterVersion'))
      return 'went-on'
    }
    await remoteOf(due).prepare(due)
    if (lost.aborted) return 'went-on'
    const row = await freezePayload(due.seq ?? 0)
    if (!row) return 'went-on'
    const controller = new AbortController()
    flying.set(row.id, controller)
    publish(row.account, { kind: 'queue', now: false })
    noteOf(row, 'sent')
    const before = unpaused
    const sent = await sendEntry(row, controller.signal).finally(() => flying.delete(row.id))
    // Whoever has the turn now tries it; an answer that came all the same counts.
    if (!sent.ok && lost.aborted) return 'went-on'
    return await conclude(row, sent, unpaused !== before)
  } catch (error) {
    // The device's store failed, not the network: the entry is as it was and is tried later.
    if (!(error instanceof Error)) throw error
    const nextAt = Date.now() + pauseAfter(due.attempts + 1, Math.random())
    return postponeEntry(due, nextAt, error.message).then(
      () => 'went-on',
      () => 'broken',
    )
  }
}

/** `noPause`: pauses were ended while it was under way. */
async function conclude(row: OutboxRow, sent: Sent, noPause: boolean): Promise<Attempted> {
  if (sent.ok) {
    await acknowledgeEntry(row, sent.reply)
    noteOf(row, 'acknowledged')
    return 'went-on'
  }
  const outcome = judge(row.endpoint, sent)
  const events = { done: 'acknowledged', park: 'refused', 'log-in': 'postponed', again: 'postponed' } as const
  noteOf(row, events[outcome.kind], String(sent.status))
  if (outcome.kind === 'done') await acknowledgeEntry(row, null)
  else if (outcome.kind === 'park') await parkEntry(row, problemOf(row, sent), sent.errors)
  else if (outcome.kind === 'log-in') await postponeEntry(row, 0, sent.message)
  else {
    const pause = outcome.after ?? pauseAfter(row.attempts, Math.random())
    const inFront = sent.status >= 400 && sent.errors.length === 0
    // What the server has answered to, if only with a refusal, did not fail for want of a network.
    const nextAt = noPause && sent.status === 0 ? 0 : Date.now() + pause
    await postponeEntry(row, nextAt, sent.message, inFront)
  }
  if (outcome.kind === 'park') publish(row.account, { kind: 'changed', survey: row.survey })
  publish(row.account, { kind: 'queue', now: false })
  return outcome.kind === 'log-in' ? 'log-in' : 'went-on'
}

/** 'Not found.' says too little to somebody who looks at the survey. */
function problemOf(row: OutboxRow, { status, message }: Failure): string {
  return status === 404 && row.endpoint !== 'surveys.create' ? t('form.goneOnServer') : message
}

function noteOf(row: OutboxRow, event: JournalEvent, detail = ''): void {
  note(row.account, { event, survey: row.survey, entry: row.id, operation: row.endpoint, detail })
}
