import type { AnswersChanged } from '#contract/surveys/survey-events.ts'
import type { RemoteAnswer } from '#survey/apply.ts'
import { pauseAfter } from '#web/lib/http/backoff.ts'
import { type SerialReads, serialReads } from '#web/lib/http/serial-reads.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { publish, subscribe } from '../store/bus.ts'
import { db, onDevice } from '../store/database.ts'
import { logError } from '../store/journal.ts'
import { watchPage } from '../store/page-lifecycle.ts'
import { isUnverified } from '../store/unverified.ts'
import { readEvents, type StreamEnd } from './event-stream.ts'
import { fetchSurvey } from './fetch-survey.ts'
import { storeNewerAnswers } from './newer-answers.ts'
import { isOnlyHere } from './server-copy.ts'

/** Milliseconds between two reads of a whole survey. */
const pause = 2_000

/** Milliseconds until a hidden survey is no longer followed. */
const hiddenFor = 60_000
/** Browsers allow six HTTP/1.1 connections per server; at most this many are streams. */
const streamsAtMost = 3
/** Milliseconds to wait for the stream before reading the whole survey. */
const patience = 1_500

/**
 * Follows a survey while it is visible: changes by other users and devices are stored, and every open tab
 * shows them. One tab per survey holds the connection. Silent without a network. Reads the whole survey once
 * the stream is open, so that no change is missed in between.
 */
export function followSurvey(account: string, survey: string): () => void {
  const refresh = refresher(account, survey)
  const left = new AbortController()
  const from = { last: '' }
  let looking: AbortController | null = null
  let hidden: ReturnType<typeof setTimeout> | undefined
  let wake: (() => void) | null = null

  const handlers = {
    onOpen: () => {
      if (from.last === '' || refresh.behind()) void refresh.ask()
    },
    onAnswers: async (changed: Parameters<typeof storeRemoteAnswers>[2]) => {
      if (!(await storeRemoteAnswers(account, survey, changed))) void refresh.ask()
    },
    onSurvey: () => {
      void refresh.ask()
      publish(account, { kind: 'elsewhere', survey })
    },
    onTemplates: () => publish(account, { kind: 'templates' }),
    onGone: () => void publishGone(account, survey),
  }

  async function stream(signal: AbortSignal): Promise<void> {
    let failures = 0
    await untilOnServer(account, survey, signal)
    while (!signal.aborted && currentSession()?.userId === account) {
      const ended = await readEvents(survey, from, handlers, signal)
      if (signal.aborted) return
      if (ended.kind === 'refused') return
      if (ended.kind === 'gone') {
        // This device may know better than the server (unsent creation or restoration), so the read decides.
        await refresh.ask()
        if (!(await comes(account, survey))) return
        await untilOnServer(account, survey, signal)
        continue
      }
      failures = ended.kind === 'retry' && ended.lived ? 1 : failures + 1
      await sleep(pauseOf(ended, failures), ended.kind === 'retry', signal)
    }
  }

  /**
   * Waits. A wait that the server asked for is not cut short; after a failure, a returning network ends it.
   */
  function sleep(time: number, mayWake: boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const over = () => {
        clearTimeout(timer)
        wake = null
        resolve()
      }
      const timer = setTimeout(over, time)
      if (mayWake) wake = over
      signal.addEventListener('abort', over, { once: true })
    })
  }

  function begin(): void {
    clearTimeout(hidden)
    hidden = undefined
    if (looking || left.signal.aborted) return
    const controller = new AbortController()
    looking = controller
    const { signal } = controller
    void alone(survey, signal, () => Promise.race([stream(signal), aborted(signal)])).catch(
      logError('live events'),
    )
  }

  function stop(): void {
    looking?.abort()
    looking = null
  }

  function look(): void {
    if (document.visibilityState === 'visible') begin()
    else hidden ??= setTimeout(stop, hiddenFor)
  }

  const now = () => {
    wake?.()
    // The stream may survive a network failure that ended the read.
    if (refresh.behind()) void refresh.ask()
  }
  const forget = watchPage({ away: stop, back: look })
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', now)
  window.addEventListener('focus', now)
  look()
  const first = setTimeout(() => from.last === '' && void refresh.ask(), patience)
  return () => {
    left.abort()
    stop()
    refresh.end()
    clearTimeout(hidden)
    clearTimeout(first)
    forget()
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', now)
    window.removeEventListener('focus', now)
  }
}

/** Whether the server may still get the survey: its creation is unsent, or it was lost in a rollback. */
async function comes(account: string, survey: string): Promise<boolean> {
  return (await isOnlyHere(account, survey)) || isUnverified(account, survey)
}

/** Resolves once the server has the survey. */
export async function untilOnServer(account: string, survey: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    // Subscribe before checking, so that no change is missed.
    const { came, forget } = nextChange(account, signal)
    // If the store can't be read, ask the server.
    const waits = !signal.aborted && (await comes(account, survey).catch(() => false))
    if (waits) await came
    forget()
    if (!waits) return
  }
}

/** Resolves at the next change of the outbox, or on abort. */
function nextChange(account: string, signal: AbortSignal) {
  const { promise: came, resolve } = Promise.withResolvers<void>()
  const deaf = subscribe(account, ({ kind }) => kind === 'queue' && resolve())
  const ended = () => resolve()
  signal.addEventListener('abort', ended)
  const forget = () => {
    deaf()
    signal.removeEventListener('abort', ended)
  }
  return { came, forget }
}

function pauseOf(ended: StreamEnd, failures: number): number {
  return ended.kind === 'wait' ? ended.wait * (1 + Math.random() / 4) : pauseAfter(failures, Math.random())
}

/**
 * Resolves on abort, which releases the locks at once: a suspended page never reaches the end of its stream.
 */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((over) => signal.addEventListener('abort', () => over(), { once: true }))
}

/** Runs the work in one tab per survey and few tabs overall. Without a secure context there are no locks. */
async function alone(survey: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator
  if (!locks) return work()
  await locks.request(`fieldbook-events-${survey}`, { signal }, () => withSlot(signal, work))
}

async function withSlot(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const slots = Array.from({ length: streamsAtMost }, (_, index) => `fieldbook-stream-${index}`)
  for (const slot of slots) {
    const taken = await navigator.locks.request(slot, { ifAvailable: true }, async (lock) => {
      if (lock) await work()
      return lock !== null
    })
    if (taken || signal.aborted) return
  }
  // All slots are taken: wait for a random one.
  const slot = slots[Math.floor(Math.random() * slots.length)] ?? ''
  await navigator.locks.request(slot, { signal }, work)
}

/** Returns a function that reads the survey from the server on request. */
function refresher(account: string, survey: string): SerialReads {
  return serialReads(async () => {
    const read = await fetchSurvey(account, survey)
    if (read.ok) return !read.behind
    if (![404, 410].includes(read.status)) return false
    await publishGone(account, survey)
    return true
  }, pause)
}

/**
 * Publishes that a survey is gone, unless its creation or restoration is unsent, or it was lost in a server
 * rollback.
 */
export async function publishGone(account: string, survey: string): Promise<void> {
  if (await isUnverified(account, survey)) return
  if (!(await isOnlyHere(account, survey))) publish(account, { kind: 'gone', survey })
}

/**
 * Stores answers saved by other users in the device's copy, and publishes them to all tabs. Unsent edits
 * stay. Returns false if some sub-sections are unknown, so the survey has to be read again.
 */
export async function storeRemoteAnswers(
  account: string,
  survey: string,
  { answers, progress, last_edited }: AnswersChanged,
): Promise<boolean> {
  // Revisions can't be compared across a server rollback.
  if (await isUnverified(account, survey)) return false
  const newer = answers.map(liveAnswer)
  const taken = await onDevice(() =>
    db.transaction('rw', [db.copies, db.subSections, db.answers], async () => {
      const copy = await db.copies.get([account, survey])
      if (!copy) return null
      await db.copies.update([account, survey], { head: { ...copy.head, progress, last_edited } })
      const known = await storeNewerAnswers(copy, newer)
      const rows = await db.answers.bulkGet(newer.map(({ id }): [string, string] => [account, id]))
      const waiting = rows.flatMap((row) => (row && row.entry !== '' ? [row.id] : []))
      return { known, waiting }
    }),
  )
  if (!taken) return true
  publish(account, { kind: 'live', survey, answers: newer, waiting: taken.waiting })
  return taken.known === newer.length
}

function liveAnswer(wire: AnswersChanged['answers'][0]): RemoteAnswer {
  return {
    id: wire.id,
    value: wire.field_value,
    values: wire.field_value_multiple,
    revision: wire.revision,
    editedAt: wire.edited_at,
    copiedFrom: wire.copied_from,
    by: wire.edited_by,
  }
}
