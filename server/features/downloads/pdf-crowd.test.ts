import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { guestPdfDownload } from '#contract/sharing/guests.ts'
import { reportDownload } from '#contract/sharing/reports.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { phonePhoto } from '#server/testing/media.ts'
import { openBytes } from '#server/testing/open-bytes.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { type PicturedSurvey, picturedSurvey, share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** A client that requests reports and doesn't read them must not slow down other clients. */
let here: TestApp
let port: number
let made: readonly PicturedSurvey[]
let ann: MadeAccount
let bare: string
const patience = { timeout: 30_000 }
const sockets = new Set<Socket>()

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  made = [await picturedSurvey(here), await picturedSurvey(here), await picturedSurvey(here)]
  ann = await here.make.account()
  bare = (await startSurvey(ann, { name: 'Lean House' })).id
  port = Number(new URL(await here.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => here.close())
afterEach(async () => {
  vi.restoreAllMocks()
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  await expect.poll(spooled, patience).toEqual([])
})

const spooled = () => readdir(join(here.context.config.dataDir, 'files', 'temp'))

async function ownersAddress(owner: MadeAccount, id: string): Promise<string> {
  return (await owner.api.call(reportDownload, { params: { id } })).body.data.url
}

async function guestsAddress(owner: MadeAccount, id: string): Promise<string> {
  const link = await share(owner, id)
  const { body } = await here.api.call(guestPdfDownload, { query: { guest_survey_id: link.id } })
  return body.data.url
}

/** Sends the request and reads nothing. */
function ask(address: string): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.add(socket)
  socket.write(`GET ${address} HTTP/1.0\r\nHost: fieldbook.test\r\n\r\n`)
  return socket
}

async function answerTo(socket: Socket) {
  const answer = await buffer(socket)
  const end = answer.indexOf('\r\n\r\n')
  const head = answer.subarray(0, end).toString('latin1')
  const status = Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1])
  return { status, head, body: answer.subarray(end + 4) }
}

/** Photos with more bytes than the system buffers for a reader that reads nothing. */
async function largePhotos(): Promise<void> {
  const photo = Buffer.concat([await phonePhoto(1), Buffer.alloc(12 * 1024 * 1024)])
  vi.spyOn(here.context.files, 'open').mockImplementation(async () => openBytes(photo))
}

/** No report with photos finishes before `go`. */
function holdPhotos() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const open = here.context.files.open.bind(here.context.files)
  const asked = vi.spyOn(here.context.files, 'open').mockImplementation(async (...given) => {
    await promise
    return open(...given)
  })
  return { go: resolve, asked }
}

test('idle readers delay no others, and get the whole report when they resume', async () => {
  await largePhotos()
  const idle = []
  for (const { owner, survey } of made) {
    idle.push(ask(await ownersAddress(owner, survey.id)), ask(await guestsAddress(owner, survey.id)))
  }
  for (const socket of idle) await once(socket, 'readable')
  const [owners, guests] = await Promise.all([
    answerTo(ask(await ownersAddress(ann, bare))),
    answerTo(ask(await guestsAddress(ann, bare))),
  ])
  for (const { status, body } of [owners, guests]) {
    expect(status).toBe(200)
    expect((await readPdf(body)).text).toContain('Lean House')
  }
  const [late] = idle
  if (!late) throw new Error('nobody asked')
  const { head, body } = await answerTo(late)
  expect(body.length).toBe(Number(/content-length: (\d+)/i.exec(head)?.[1]))
  expect((await readPdf(body)).text).toContain('Hill House')
})

test('accounts do not wait for reports of guests', async () => {
  const { go, asked } = holdPhotos()
  const waiting: Promise<{ status: number }>[] = []
  for (const { owner, survey } of made.slice(0, 2)) {
    const address = await guestsAddress(owner, survey.id)
    for (let n = 0; n < 3; n++) waiting.push(answerTo(ask(address)))
  }
  await expect.poll(() => asked.mock.calls.length, patience).toBeGreaterThan(0)
  const done = vi.fn()
  for (const one of waiting) void one.then(done)
  expect((await answerTo(ask(await ownersAddress(ann, bare)))).status).toBe(200)
  expect(done).not.toHaveBeenCalled()
  go()
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(6).fill(200))
})

test('a link or account over its limit gets 429, and others get their reports', async () => {
  const { go } = holdPhotos()
  const [first, second] = made
  if (!first || !second) throw new Error('nothing made')
  const guests = await guestsAddress(first.owner, first.survey.id)
  const owners = await ownersAddress(first.owner, first.survey.id)
  for (let n = 0; n < limits.pdfsPerLink; n++) ask(guests)
  for (let n = 0; n < limits.pdfsPerAccount; n++) ask(owners)
  for (const address of [guests, owners]) {
    const refused = await untilRefused(address)
    expect(refused.status).toBe(429)
    expect(refused.head).toMatch(/retry-after: \d+/i)
    expect(JSON.parse(refused.body.toString())).toEqual({
      errors: [{ message: expect.stringContaining('Too many PDFs') }],
    })
  }
  expect((await answerTo(ask(await ownersAddress(ann, bare)))).status).toBe(200)
  // A client that disconnects while waiting frees its place.
  for (const socket of sockets) socket.destroy()
  go()
  await expect.poll(async () => (await answerTo(ask(guests))).status, patience).toBe(200)
  await expect.poll(async () => (await answerTo(ask(owners))).status, patience).toBe(200)
})

/**
 * Earlier requests may still be on their way to the server, so an early attempt may take a place or succeed.
 */
async function untilRefused(address: string) {
  const refused: Awaited<ReturnType<typeof answerTo>>[] = []
  const askAgain = () => {
    const answered = answerTo(ask(address)).then((answer) => answer.status >= 400 && refused.push(answer))
    // The end of the test aborts waiting requests.
    answered.catch(() => undefined)
    return refused.length
  }
  await expect.poll(askAgain, patience).toBeGreaterThan(0)
  const [first] = refused
  if (!first) throw new Error('nobody was refused')
  return first
}

test('a request that would wait longer than a proxy allows gets a readable message', async () => {
  const { go, asked } = holdPhotos()
  const [first] = made
  if (!first) throw new Error('nothing made')
  const address = await ownersAddress(first.owner, first.survey.id)
  const drawn = answerTo(ask(address))
  await expect.poll(() => asked.mock.calls.length, patience).toBeGreaterThan(0)
  const late = new AbortController()
  const waits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  const second = answerTo(ask(address))
  await expect.poll(() => waits.mock.calls.length, patience).toBeGreaterThan(0)
  late.abort()
  expect(await second).toMatchObject({ status: 503, head: expect.stringMatching(/retry-after/i) })
  go()
  expect((await drawn).status).toBe(200)
})

test('over the total limit, every further request gets 503 until a place is free', async () => {
  const { go, asked } = holdPhotos()
  const [first] = made
  if (!first) throw new Error('nothing made')
  // One is being drawn, and all others queue behind it.
  ask(await guestsAddress(first.owner, first.survey.id))
  await expect.poll(() => asked.mock.calls.length, patience).toBeGreaterThan(0)
  for (let count = 1; count < limits.pdfsOfAll; ) {
    const address = await guestsAddress(ann, (await startSurvey(ann)).id)
    for (let n = 0; n < limits.pdfsPerLink && count < limits.pdfsOfAll; n++, count++) ask(address)
  }
  const owners = await ownersAddress(ann, bare)
  const refused = await untilRefused(owners)
  expect(refused.status).toBe(503)
  expect(refused.head).toMatch(/retry-after: 60/i)
  expect(JSON.parse(refused.body.toString())).toEqual({
    errors: [{ message: expect.stringContaining('Too many PDFs') }],
  })
  for (const socket of sockets) socket.destroy()
  go()
  await expect.poll(async () => (await answerTo(ask(owners))).status, patience).toBe(200)
})
