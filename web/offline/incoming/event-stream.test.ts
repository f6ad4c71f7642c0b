import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EventHandlers, readEvents } from './follow.ts'

/** Session data in local storage. */
const stored = new Map([
  ['auth-token', 'secret'],
  ['user-id', 'me'],
])

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: () => undefined,
    removeItem: () => undefined,
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function answering(body: string, init: ResponseInit): ReturnType<typeof vi.fn> {
  const asked = vi.fn(async () => new Response(body, init))
  vi.stubGlobal('fetch', asked)
  return asked
}

function listener() {
  const said: string[] = []
  const handlers: EventHandlers = {
    onOpen: () => said.push('open'),
    onAnswers: async ({ answers }) => {
      said.push(...answers.map(({ field_value }) => field_value))
    },
    onSurvey: (files) => said.push(files ? `files ${files.join(' ')}` : 'survey'),
    onTemplates: () => said.push('templates'),
    onGone: () => said.push('gone'),
  }
  return { said, handlers }
}

const stream = { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }
const json = { 'content-type': 'application/json' }
const read = (handlers: EventHandlers, from = { last: '' }) =>
  readEvents('survey', from, handlers, new AbortController().signal)

test('handles events one by one, and resumes after the last one', async () => {
  const answers = JSON.stringify({ answers: [{ field_value: 'Pier' }] })
  const asked = answering(
    `event: open\nid: 4\ndata: {}\n\n:\n\nevent: answers\nid: 7\ndata: ${answers}\n\nevent: survey\nid: 8\ndata: {"files":["a","b"]}\n\nevent: survey\nid: 9\ndata: {}\n\nevent: templates.published\ndata: {}\n\n`,
    stream,
  )
  const { said, handlers } = listener()
  const from = { last: '' }
  expect(await read(handlers, from)).toEqual({ kind: 'retry', lived: true })
  expect(said).toEqual(['open', 'Pier', 'files a b', 'survey', 'templates'])
  expect(from.last).toBe('9')
  await read(handlers, from)
  const [first, second] = asked.mock.calls.map((call) => (call[1] as { headers: Headers }).headers)
  expect(first?.get('token')).toBe('secret')
  expect(first?.has('last-event-id')).toBe(false)
  expect(second?.get('last-event-id')).toBe('9')
})

test('a Wi-Fi login page is no stream and says nothing about the survey', async () => {
  const { said, handlers } = listener()
  answering('<html>Welcome</html>', { headers: { 'content-type': 'text/html' } })
  expect(await read(handlers)).toEqual({ kind: 'retry', lived: false })
  answering('<html>Not found</html>', { status: 404, headers: { 'content-type': 'text/html' } })
  expect(await read(handlers)).toEqual({ kind: 'retry', lived: false })
  expect(said).toEqual([])
})

test('handles the server’s refusals: gone, not allowed, too many', async () => {
  const { handlers } = listener()
  const errors = JSON.stringify({ errors: [{ message: 'Not found.' }] })
  answering(errors, { status: 404, headers: json })
  expect(await read(handlers)).toEqual({ kind: 'gone' })
  answering(errors, { status: 403, headers: json })
  expect(await read(handlers)).toEqual({ kind: 'refused' })
  answering(errors, { status: 429, headers: { ...json, 'retry-after': '60' } })
  expect(await read(handlers)).toEqual({ kind: 'wait', wait: 60_000 })
})

test('retries without a network', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))),
  )
  expect(await read(listener().handlers)).toEqual({ kind: 'retry', lived: false })
})
