import { pauseAfter } from '#web/lib/http/backoff.ts'
import { type Failure, isTooLargeForProxy } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { sendingToken } from '#web/lib/session/session.ts'
import { resetToWaiting } from '../operations/entries.ts'
import { collectsShots } from '../operations/open-upload.ts'
import { isKnownOperation } from '../operations/registry.ts'
import { remoteOf, sendEntry } from '../operations/remote/registry.ts'
import { isStash, restoreStash } from '../record/stash.ts'
import { reconcileUnverified } from '../server-rollback/reconcile-unverified.ts'
import { publish, subscribe } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { type JournalEvent, logError, note } from '../store/journal.ts'
import { carriesPictures, factsOf } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { watchPage } from '../store/page-lifecycle.ts'
import { isMetered, onSendingChange, sendingChoices } from '../store/sending-choices.ts'
import { asLeader, takeOverFromSilent } from '../tabs/leader-election.ts'
import type { SendResult } from '../upload/send-result.ts'
import { dueEntries, heldBy, nextPauseEnds, type Sending } from './queue.ts'
import { acknowledgeEntry, evaluateFailure, freezePayload, parkEntry, postponeEntry } from './transitions.ts'

/** Milliseconds between attempts while entries wait, because `online` events are unreliable. */
const heartbeat = 20_000
/** Milliseconds to batch events into one read of the queue; edits are sent later anyway. */
const together = 200
/** Milliseconds between retries of an entry queued by a later app version. Everything after it waits. */
const untilUpdated = 5 * 60_000
/** Milliseconds between retries of an entry that was too large for a proxy. */
const untilMended = 5 * 60_000
/** Entries in flight at once, and how many of them may have pictures, so that text always gets through. */
const atOnce = 3
const picturesAtOnce = 2

const flying = new Map<string, AbortController>()
let stop: (() => void) | null = null
let timer: ReturnType<typeof setTimeout> | undefined
/** Accounts whose turn to send is pending. */
const asked = new Set<string>()
/** How often pauses were ended here. An attempt in flight at that time may have failed on the old network. */
let unpaused = 0
/** Makes the sending tab look for more entries to send now. */
let nudge = () => {}

/** Sends the account's outbox until stopped. Safe to call again. */
export function startSync(account: string): () => void {
  stop?.()
  const now = () => wake(account, true)
  let soon: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    soon = undefined
    void wake(account, false)
  }
  const visible = () => document.visibilityState === 'visible' && now()
  const take = () => restoreStash(account).catch(logError('sending'))
  const forget = subscribe(account, (event) => {
    // A frozen page misses the storage events of new stashes.
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
  // Nobody adds to uploads that an earlier page started collecting.
  void endGathering(account, performance.timeOrigin).then(look).catch(logError('sending'))
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

/** 'Send now': ends all pauses, including those for more shots, and overrides the device's choices once. */
export async function sendNow(account: string): Promise<void> {
  const sending = currentSending()
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

/** Releases uploads that have collected shots since before this time. */
async function endGathering(account: string, before: number): Promise<void> {
  const rows = db.outbox
    .where({ account })
    .and((row) => collectsShots(row) && Date.parse(row.madeAt) < before)
  await onDevice(() => rows.modify({ nextAt: 0 }))
}

/** Returns the device's choices and its current network state. */
export function currentSending(): Sending {
  return { ...sendingChoices(), metered: isMetered() }
}

/** `noPause`: ends pauses after failures, because the network may be back or the user asked. */
async function wake(account: string, noPause: boolean): Promise<void> {
  if (noPause) {
    unpaused += 1
    clearTimeout(timer)
    timer = undefined
    const paused = db.outbox.where({ account }).and((row) => row.nextAt > 0 && !collectsShots(row))
    await onDevice(() => paused.modify({ nextAt: 0 })).catch(logError('sending'))
  }
  nudge()
  return round(account)
}

/** Schedules the next attempt for the end of the first pause. */
function wakeLater(account: string, rows: readonly OutboxRow[]): void {
  clearTimeout(timer)
  timer = undefined
  const ends = nextPauseEnds(rows, Date.now())
  if (ends !== null) timer = setTimeout(() => void round(account), Math.max(50, ends - Date.now()))
}

/**
 * Sends when this tab gets its turn; one tab sends at a time. A pending turn already covers this call, unless
 * its holder is frozen.
 */
async function round(account: string): Promise<void> {
  if (sendingToken(account) === null) return
  const send = (lost: AbortSignal) => drain(account, lost)
  if (asked.has(account)) return takeOverFromSilent(account, send).catch(logError('sending'))
  asked.add(account)
  const run = (lost: AbortSignal) => {
    asked.delete(account)
    return send(lost)
  }
  // A later call may try again; the entries stay queued.
  const turn = asLeader(account, run).catch(() => asked.delete(account))
  // Check at once whether the tab that holds the turn responds, because no event may follow for a long time.
  void takeOverFromSilent(account, send).catch(logError('sending'))
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
    // The turn ends only after all calls, even if the store failed.
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
    for (const row of dueEntries(rows, Date.now(), currentSending(), new Set(busy.keys()))) {
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

/** Resolves at the end of the next pause, so that paused entries can be sent beside a long upload. */
function untilPauseEnds(rows: readonly OutboxRow[]): Promise<void> {
  const ends = nextPauseEnds(rows, Date.now())
  return new Promise((look) => {
    if (ends !== null) setTimeout(look, Math.max(50, ends - Date.now()))
  })
}

/**
 * Resets entries of a tab that was closed or lost its turn while sending. Safe, because only one tab sends.
 */
async function takeBack(account: string): Promise<void> {
  const now = Date.now()
  const isLeft = (row: OutboxRow) => row.state === 'sending' || wasUnknown(row) || mayFitNow(row, now)
  const left = db.outbox.where({ account }).and(isLeft)
  await onDevice(() => left.modify(resetToWaiting))
}

/** Parked by an earlier app version that didn't know the operation. */
function wasUnknown(row: OutboxRow): boolean {
  return (
    row.state === 'parked' && row.problem === `Unknown operation ${row.endpoint}` && isKnownOperation(row)
  )
}

/** Whether to retry an entry that was too large for a proxy, whose limit may have changed. */
function mayFitNow({ state, problem, triedAt = '' }: OutboxRow, now: number): boolean {
  if (state !== 'parked' || !isTooLargeForProxy(problem)) return false
  const since = now - Date.parse(triedAt)
  // A clock that was set back since: retry.
  return !(since >= 0 && since < untilMended)
}

/** `broken`: even the failure could not be stored, so an immediate retry would never end. */
type Attempted = 'log-in' | 'went-on' | 'broken'

async function attempt(due: OutboxRow, lost: AbortSignal): Promise<Attempted> {
  try {
    if (!isKnownOperation(due)) {
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
    // The tab that has the turn now retries it. A successful reply still counts.
    if (!sent.ok && lost.aborted) return 'went-on'
    return await conclude(row, sent, unpaused !== before)
  } catch (error) {
    // The store failed, not the network: the entry is unchanged and retried later.
    if (!(error instanceof Error)) throw error
    const nextAt = Date.now() + pauseAfter(due.attempts + 1, Math.random())
    return postponeEntry(due, nextAt, error.message).then(
      () => 'went-on',
      () => 'broken',
    )
  }
}

/** `noPause`: pauses were ended during the attempt. */
async function conclude(row: OutboxRow, sent: SendResult, noPause: boolean): Promise<Attempted> {
  if (sent.ok) {
    await acknowledgeEntry(row, sent.reply)
    noteOf(row, 'acknowledged')
    return 'went-on'
  }
  const outcome = evaluateFailure(row.endpoint, sent)
  const events = { done: 'acknowledged', park: 'refused', 'log-in': 'postponed', retry: 'postponed' } as const
  noteOf(row, events[outcome.kind], String(sent.status))
  if (outcome.kind === 'done') await acknowledgeEntry(row, null)
  else if (outcome.kind === 'park') await parkEntry(row, problemOf(row, sent), sent.errors)
  else if (outcome.kind === 'log-in') await postponeEntry(row, 0, sent.message)
  else {
    const pause = outcome.after ?? pauseAfter(row.attempts, Math.random())
    const inFront = sent.status >= 400 && sent.errors.length === 0
    // Only a failure to reach the server may be retried at once.
    const nextAt = noPause && sent.status === 0 ? 0 : Date.now() + pause
    await postponeEntry(row, nextAt, sent.message, inFront)
  }
  if (outcome.kind === 'park') publish(row.account, { kind: 'changed', survey: row.survey })
  publish(row.account, { kind: 'queue', now: false })
  return outcome.kind === 'log-in' ? 'log-in' : 'went-on'
}

/** 'Not found.' alone would not help the user. */
function problemOf(row: OutboxRow, { status, message }: Failure): string {
  return status === 404 && factsOf(row).survey !== 'creates' ? t('form.goneOnServer') : message
}

function noteOf(row: OutboxRow, event: JournalEvent, detail = ''): void {
  note(row.account, { event, survey: row.survey, entry: row.id, operation: row.endpoint, detail })
}
