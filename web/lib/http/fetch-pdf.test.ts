import { afterEach, expect, test, vi } from 'vitest'
import { fetchPdf } from './fetch-pdf.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pages = '1 0 obj\n'.repeat(500)
const whole = `%PDF-1.7\n${pages}startxref\n12\n%%EOF\n`
const broken = 'The connection was interrupted, so the PDF is incomplete. Please try again.'

function says(body: BodyInit | null, status = 200, headers: Record<string, string> = {}) {
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers }))
}

/** A truncated body, ended as in HTTP/1.1 (error) or HTTP/1.0 (close). */
function cut(given: string, seen: boolean): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode(given)),
    pull: (stream) => (seen ? stream.error(new TypeError('terminated')) : stream.close()),
  })
}

test("a whole PDF is returned under the server's file name", async () => {
  const name = 'attachment; filename="H_user report.pdf"; filename*=UTF-8\'\'H%C3%A4user%20report.pdf'
  says(whole, 200, { 'content-type': 'application/pdf', 'content-disposition': name })
  const pdf = await fetchPdf('/api/files/report/x')
  if (!pdf.ok) throw new Error(pdf.message)
  expect([pdf.name, pdf.file.type, await pdf.file.text()]).toEqual([
    'Häuser report.pdf',
    'application/pdf',
    whole,
  ])
})

test.each([
  ['breaks off, and the connection says so', cut(whole.slice(0, 1_000), true)],
  ['breaks off, and the connection looks complete', cut(whole.slice(0, 1_000), false)],
  ['is the page of a Wi-Fi login', '<html>%%EOF</html>'],
  ['is empty', null],
])('one that %s is not handed over', async (_, body) => {
  says(body)
  expect(await fetchPdf('/api/files/report/x')).toMatchObject({ ok: false, message: broken })
})

test("a rejection keeps the server's message", async () => {
  says(JSON.stringify({ errors: [{ message: 'Link has been expired.' }] }), 410)
  expect(await fetchPdf('/x')).toMatchObject({ ok: false, status: 410, message: 'Link has been expired.' })
  says('<html>504 Gateway Time-out</html>', 504)
  expect(await fetchPdf('/x')).toMatchObject({
    ok: false,
    status: 504,
    message: expect.stringContaining('got no answer from it (504)'),
  })
})

test('a PDF that the server gave up is requested again to get its message', async () => {
  const asked: RequestInit[] = []
  const answers = [
    () => new Response(cut(whole.slice(0, 1_000), true)),
    () => new Response(JSON.stringify({ errors: [{ message: 'It takes too long.' }] }), { status: 422 }),
  ]
  vi.stubGlobal('fetch', async (_: string, request: RequestInit) => answers[asked.push(request) - 1]?.())
  expect(await fetchPdf('/x')).toMatchObject({ ok: false, status: 422, message: 'It takes too long.' })
})

test('a PDF that only broke off in transit is not rendered again', async () => {
  const asked: RequestInit[] = []
  vi.stubGlobal('fetch', async (_: string, request: RequestInit) => {
    asked.push(request)
    return new Response(cut(whole.slice(0, 1_000), true))
  })
  expect(await fetchPdf('/x')).toMatchObject({ ok: false, message: broken })
  expect(asked.map(({ signal }) => signal?.aborted)).toEqual([false, true])
})

test('a draft preview is not requested twice', async () => {
  const asked = vi.fn(async () => new Response(cut(whole.slice(0, 1_000), true)))
  vi.stubGlobal('fetch', asked)
  await fetchPdf('/x', { method: 'POST' })
  expect(asked).toHaveBeenCalledOnce()
})

test('a stalled download is aborted; a slow one is not', async () => {
  vi.useFakeTimers()
  const minute = 60_000
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start: (own) => {
        stream = own
        signal?.addEventListener('abort', () => own.error(signal.reason))
      },
    })
    return new Response(body)
  })
  const asked = fetchPdf('/x')
  for (let count = 0; count < 3; count++) {
    await vi.advanceTimersByTimeAsync(4 * minute)
    stream?.enqueue(new TextEncoder().encode(count === 0 ? '%PDF-1.7' : 'page'))
  }
  await vi.advanceTimersByTimeAsync(6 * minute)
  expect(await asked).toMatchObject({ ok: false, message: broken })
})
