import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { seenHeader } from '#contract/history.ts'
import {
  type AnswersChanged,
  type SurveyChanged,
  surveyEvents,
  templateEvents,
} from '#contract/surveys/survey-events.ts'
import { anySignal } from '#web/lib/http/any-signal.ts'
import { pauseAfter } from '#web/lib/http/backoff.ts'
import { addressOf, errorsOf } from '#web/lib/http/call.ts'
import { noteServerHistory, seenHistory } from '#web/lib/http/server-history.ts'
import { acceptLanguage } from '#web/lib/language/language.ts'
import { currentSession, endRejectedSession } from '#web/lib/session/session.ts'
import { publish, subscribe } from '../store/bus.ts'
import { logError } from '../store/journal.ts'
import { watchPage } from '../store/page-lifecycle.ts'
import { isUnverified } from '../store/unverified.ts'
import { publishGone, refresher } from './refresher.ts'
import { storeRemoteAnswers } from './remote-answers.ts'
import { isOnlyHere } from './server-copy.ts'

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
    onSurvey: (files: readonly string[] | null) => void (files ? refresh.askFiles(files) : refresh.askMore()),
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

/** Milliseconds. The server sends something more often on a live stream. */
const silence = 70_000
/** Characters. Events hold a few answers; larger ones are rejected. */
const largest = 4_000_000

export interface EventHandlers {
  readonly onOpen: () => void
  readonly onAnswers: (changed: AnswersChanged) => Promise<void>
  /** `files`: the answers whose files changed; null = more changed. */
  readonly onSurvey: (files: readonly string[] | null) => void
  /** The list of templates changed. */
  readonly onTemplates: () => void
  readonly onGone: () => void
}

/** Why a stream ended. 'retry': retry. 'wait': retry after that many milliseconds, as the server asked. */
export type StreamEnd =
  | { readonly kind: 'retry'; readonly lived: boolean }
  | { readonly kind: 'wait'; readonly wait: number }
  | { readonly kind: 'refused' | 'gone' }

/**
 * Runs one connection to a survey's live changes, starting after the last handled event, until it ends. Uses
 * `fetch`, because `EventSource` can't send the session's token in a header.
 */
export async function readEvents(
  survey: string,
  from: { last: string },
  handlers: EventHandlers,
  signal: AbortSignal,
): Promise<StreamEnd> {
  const session = currentSession()
  if (!session) return { kind: 'refused' }
  const { token, userId: account } = session
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), silence)
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), silence)
  }
  let lived = false
  try {
    const headers = new Headers({ accept: 'text/event-stream', 'accept-language': acceptLanguage(), token })
    if (from.last) headers.set('last-event-id', from.last)
    const seen = seenHistory(account)
    if (seen) headers.set(seenHeader, seen)
    const answer = await fetch(addressOf(surveyEvents, { params: { id: survey } }), {
      headers,
      cache: 'no-store',
      credentials: 'omit',
      signal: anySignal(signal, silent.signal),
    })
    await noteServerHistory(account, answer.headers)
    const refusal = await refusalOf(answer, token)
    if (refusal) return refusal
    if (!answer.body) return { kind: 'retry', lived }
    const gone = await take(answer.body, from, { ...handlers, alive, opened: () => (lived = true) })
    return gone ? { kind: 'gone' } : { kind: 'retry', lived }
  } catch {
    // The caller reconnects.
    return { kind: 'retry', lived }
  } finally {
    clearTimeout(timer)
    // Removes the listener on `signal`, which outlives this stream.
    silent.abort()
  }
}

/** Returns null for a stream. A Wi-Fi login page is not a stream, even with a status of success. */
async function refusalOf(answer: Response, token: string): Promise<StreamEnd | null> {
  const type = answer.headers.get('content-type') ?? ''
  if (answer.ok && type.startsWith('text/event-stream')) return null
  // A body that isn't JSON doesn't come from this API.
  const errors = type.includes('json') ? errorsOf(await answer.json().catch(() => undefined)) : []
  // Ignore replies that don't come from this API.
  if (answer.ok || errors.length === 0) return { kind: 'retry', lived: false }
  if (answer.status === 401 && errors[0]?.token) endRejectedSession(token)
  if (answer.status === 404 || answer.status === 410) return { kind: 'gone' }
  if ([400, 401, 403].includes(answer.status)) return { kind: 'refused' }
  const wait = Number(answer.headers.get('retry-after')) * 1_000
  return wait > 0 ? { kind: 'wait', wait } : { kind: 'retry', lived: false }
}

/** Handles events in order. Returns true if the survey is gone. */
async function take(
  body: ReadableStream<Uint8Array>,
  from: { last: string },
  handlers: EventHandlers & { readonly alive: () => void; readonly opened: () => void },
): Promise<boolean> {
  const waiting: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => waiting.push(event), maxBufferSize: largest })
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return false
      handlers.alive()
      parser.feed(value)
      for (const { event, data, id } of waiting.splice(0)) {
        if (event === 'gone') {
          handlers.onGone()
          return true
        }
        if (event === 'open') {
          handlers.opened()
          handlers.onOpen()
        }
        if (event === 'answers') await handlers.onAnswers(JSON.parse(data) as AnswersChanged)
        if (event === 'survey') handlers.onSurvey((JSON.parse(data) as SurveyChanged).files ?? null)
        if (templateEvents.some((one) => one === event)) handlers.onTemplates()
        // Unhandled events are requested again.
        if (id) from.last = id
      }
    }
  } finally {
    // The stream may already be broken.
    await reader.cancel().catch(() => undefined)
  }
}
