import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { seenHeader } from '#contract/history.ts'
import { type AnswersChanged, surveyEvents, templateEvents } from '#contract/surveys/survey-events.ts'
import { anySignal } from '#web/lib/http/any-signal.ts'
import { errorsOf } from '#web/lib/http/receipt.ts'
import { addressOf } from '#web/lib/http/request.ts'
import { noteServerHistory, seenHistory } from '#web/lib/http/server-history.ts'
import { acceptLanguage } from '#web/lib/language/language.ts'
import { currentSession, endRejectedSession } from '#web/lib/session/session.ts'

/** Milliseconds. The server sends something more often on a live stream. */
const silence = 70_000
/** Characters. Events hold a few answers; larger ones are rejected. */
const largest = 4_000_000

export interface EventHandlers {
  readonly onOpen: () => void
  readonly onAnswers: (changed: AnswersChanged) => Promise<void>
  readonly onSurvey: () => void
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
        if (event === 'survey') handlers.onSurvey()
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
