import { pauseAfter } from '#web/lib/http/backoff.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { publish, subscribe } from '../store/bus.ts'
import { noted } from '../store/journal.ts'
import { watchPage } from '../store/page-lifecycle.ts'
import { isUnverified } from '../store/unverified.ts'
import { type Ended, readEvents } from './event-stream.ts'
import { publishGone, refresher } from './refresh.ts'
import { storeRemoteAnswers } from './remote-answers.ts'
import { isOnlyHere } from './server-copy.ts'

/** A survey that nobody looks at for so long is not followed any more. */
const hiddenFor = 60_000
/** A browser has six connections to a server by HTTP/1.1; these many may be streams, whatever is open. */
const streamsAtMost = 3
/** The whole survey is read without waiting for its stream any longer. */
const patience = 1_500

/**
 * Follows a survey while it is looked at: what other people and devices change comes onto this device, from where
 * every open tab shows it. One tab for each survey has the connection. Without network it is silent. Begins with
 * reading the survey whole, once the stream is open, so that nothing falls between the two.
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
    await untilMade(account, survey, signal)
    while (!signal.aborted && currentSession()?.userId === account) {
      const ended = await readEvents(survey, from, handlers, signal)
      if (signal.aborted) return
      if (ended.kind === 'refused') return
      if (ended.kind === 'gone') {
        // Whether it is, the survey itself tells: this device may know it before the server does.
        await refresh.ask()
        if (!(await comes(account, survey))) return
        await untilMade(account, survey, signal)
        continue
      }
      failures = ended.kind === 'again' && ended.lived ? 1 : failures + 1
      await sleep(pauseOf(ended, failures), ended.kind === 'again', signal)
    }
  }

  /** What the server asked to wait is waited for; after a failure the network may be back at any moment. */
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
      noted('live events'),
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
    // The stream may have outlived what cut off the reading.
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

/** The server has not heard of a survey that waits to be sent, or lost it with data that were put back. */
async function comes(account: string, survey: string): Promise<boolean> {
  return (await isOnlyHere(account, survey)) || isUnverified(account, survey)
}

/** Until what waits has made it there. */
export async function untilMade(account: string, survey: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    // Listened to before looking, so that nothing happens in between.
    const { came, forget } = nextChange(account, signal)
    // A store that cannot be read holds up nobody: the server is asked.
    const waits = !signal.aborted && (await comes(account, survey).catch(() => false))
    if (waits) await came
    forget()
    if (!waits) return
  }
}

/** The next time that the queue changes, or the end. */
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

function pauseOf(ended: Ended, failures: number): number {
  return ended.kind === 'wait' ? ended.wait * (1 + Math.random() / 4) : pauseAfter(failures, Math.random())
}

/** The locks are let go at once: a page that is put away does not come to the end of its stream. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((over) => signal.addEventListener('abort', () => over(), { once: true }))
}

/** One tab for each survey, and a few for all of them. Without a secure context there are no locks. */
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
  // Whichever of them is free first.
  const slot = slots[Math.floor(Math.random() * slots.length)] ?? ''
  await navigator.locks.request(slot, { signal }, work)
}
