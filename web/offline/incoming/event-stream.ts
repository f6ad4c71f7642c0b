import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { seenHeader } from '#contract/history.ts'
import { type AnswersChanged, surveyEvents, templateEvents } from '#contract/surveys/survey-events.ts'
import { anySignal } from '#web/lib/http/any-signal.ts'
import { errorsOf } from '#web/lib/http/receipt.ts'
import { addressOf } from '#web/lib/http/request.ts'
import { noteServerHistory, seenHistory } from '#web/lib/http/server-history.ts'
import { acceptLanguage } from '#web/lib/language/language.ts'
import { currentSession, sessionRefused } from '#web/lib/session/session.ts'

/** Longer than the server is ever silent on a stream that lives. */
const silence = 70_000
/** An event is at most some answers; whatever is larger is none. */
const largest = 4_000_000

export interface EventHandlers {
  readonly onOpen: () => void
  readonly onAnswers: (changed: AnswersChanged) => Promise<void>
  readonly onSurvey: () => void
  /** There are other templates to begin with. */
  readonly onTemplates: () => void
  readonly onGone: () => void
}

/** Why a stream is over. `again`: later, by itself; `wait`: the server says how many milliseconds. */
export type Ended =
  | { readonly kind: 'again'; readonly lived: boolean }
  | { readonly kind: 'wait'; readonly wait: number }
  | { readonly kind: 'refused' | 'gone' }

/**
 * One connection to a survey's live changes, from right behind the last event that was taken in, until it ends. The
 * session's token goes in its header, which the browser's own `EventSource` cannot send.
 */
export async function readEvents(
  survey: string,
  from: { last: string },
  handlers: EventHandlers,
  signal: AbortSignal,
): Promise<Ended> {
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
    if (!answer.body) return { kind: 'again', lived }
    const gone = await take(answer.body, from, { ...handlers, alive, opened: () => (lived = true) })
    return gone ? { kind: 'gone' } : { kind: 'again', lived }
  } catch {
    // A stream that broke is opened again by whoever follows.
    return { kind: 'again', lived }
  } finally {
    clearTimeout(timer)
    // Nothing is left on `signal`, which goes on with the next stream.
    silent.abort()
  }
}

/** null = it is a stream. A login page of some Wi-Fi is none, whatever its status. */
async function refusalOf(answer: Response, token: string): Promise<Ended | null> {
  const type = answer.headers.get('content-type') ?? ''
  if (answer.ok && type.startsWith('text/event-stream')) return null
  // A body that is no JSON is not the words of this API.
  const errors = type.includes('json') ? errorsOf(await answer.json().catch(() => undefined)) : []
  // Only the API's own words count.
  if (answer.ok || errors.length === 0) return { kind: 'again', lived: false }
  if (answer.status === 401 && errors[0]?.token) sessionRefused(token)
  if (answer.status === 404 || answer.status === 410) return { kind: 'gone' }
  if ([400, 401, 403].includes(answer.status)) return { kind: 'refused' }
  const wait = Number(answer.headers.get('retry-after')) * 1_000
  return wait > 0 ? { kind: 'wait', wait } : { kind: 'again', lived: false }
}

/** Events one after the other, each taken in before the next; true = the survey is gone. */
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
        if (event === 'survey') handlers.onSurvey()
        if (templateEvents.some((one) => one === event)) handlers.onTemplates()
        // Only what was taken in is not asked for again.
        if (id) from.last = id
      }
    }
  } finally {
    // It may have broken already; nobody reads on.
    await reader.cancel().catch(() => undefined)
  }
}
