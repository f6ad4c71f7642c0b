import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentSession, startSession } from '#web/lib/session/session.ts'
import { account, surveyId } from '#web/testing/fake-offline.ts'
import { stubLocalStorage } from '#web/testing/local-storage.ts'
import { type Answered, PartsServer } from '#web/testing/parts-server.ts'
import { sendEntry } from '../operations/remote/registry.ts'
import { evaluateFailure, freezePayload, parkEntry, postponeEntry } from '../outbox/transitions.ts'
import { recordRemoval, recordUpload } from '../record/record-media.ts'
import { subscribe } from '../store/bus.ts'
import { db } from '../store/database.ts'

const upload = '019b0000-0000-7000-8000-0000000000dd'
const resumedKey = '019b0000-0000-8000-8000-0000000000dd'
const photo = '019b0000-0000-7000-8000-0000000000e1'
const video = '019b0000-0000-7000-8000-0000000000e2'
const mebi = 1024 * 1024

const page: Answered = { status: 200, body: '<html>Welcome to the airport</html>' }

let server: PartsServer
const stored = new Map<string, string>()

// Otherwise the first upload loads it.
beforeAll(() => import('tus-js-client'))
beforeEach(async () => {
  await db.delete()
  await db.open()
  stored.clear()
  stubLocalStorage(stored)
  startSession({ token: 'tok', userId: account, firstName: 'Ann', lastName: 'Lee', role: 'surveyor' })
  server = new PartsServer()
})

function bytesOf(size: number, seed: number): ArrayBuffer {
  return new Uint8Array(Buffer.alloc(size, `picture ${seed} `)).buffer
}

async function pick(...sizes: number[]) {
  const kinds = ['photo', 'video'] as const
  await recordUpload(
    account,
    { survey: surveyId, subSection: 'p', answer: '019b0000-0000-7000-8000-0000000000aa' },
    upload,
    sizes.map((size, place) => ({
      id: [photo, video][place] ?? '',
      kind: kinds[place] ?? 'photo',
      name: place === 0 ? 'roof.jpg' : 'riser.mp4',
      stage: 'ready' as const,
      thumbnail: null,
      poster: place === 0 ? null : { bytes: bytesOf(100, 3), type: 'image/jpeg' },
      description: `Number ${place}`,
      data: { bytes: bytesOf(size, 7 + place), type: 'image/jpeg' },
    })),
  )
}

/** One attempt of the outbox. */
async function attempt(signal = new AbortController().signal) {
  const waiting = await db.outbox.where({ id: upload }).first()
  const row = await freezePayload(waiting?.seq ?? 0)
  if (!row) throw new Error('nothing to send')
  return { row, sent: await sendEntry(row, signal) }
}

const fileRow = (id = photo) => db.files.get([account, id])
const arrivedIn = () => [...server.parts.values()].map(({ bytes }) => bytes.length)

test('sends a small photo in its creating request, a video with its still in parts, then one call for both', async () => {
  await pick(1000, 2 * mebi + 5)
  const progress: number[] = []
  const forget = subscribe(
    account,
    (event) => event.kind === 'progress' && progress.push(event.loaded / event.total),
  )
  expect((await attempt()).sent.ok).toBe(true)
  forget()
  expect(server.log).toEqual([
    'POST /api/files/uploads',
    'POST /api/files/uploads',
    ...Array(3).fill('PATCH /api/files/uploads/…'),
    'POST /api/files/uploads',
    'POST /api/bx_block_survey/user_survey_media/resumed',
  ])
  const last = server.asked.at(-1)
  const sha256 = (size: number, seed: number) =>
    createHash('sha256')
      .update(new Uint8Array(bytesOf(size, seed)))
      .digest('hex')
  expect(last?.headers['idempotency-key']).toBe(resumedKey)
  expect(last?.json).toMatchObject({
    id: upload,
    files: [
      { id: photo, kind: 'photo', name: 'roof.jpg', description: 'Number 0', sha256: sha256(1000, 7) },
      {
        id: video,
        kind: 'video',
        name: 'riser.mp4',
        sha256: sha256(2 * mebi + 5, 8),
        poster: expect.any(String),
      },
    ],
  })
  expect(server.asked.every(({ headers }) => headers.token === 'tok')).toBe(true)
  expect(progress.at(-1)).toBe(1)
})

test('resumes an interrupted upload without sending a byte twice', async () => {
  await pick(3 * mebi)
  server.fate = (_, place) => (place === 2 ? { cutAfter: 5000 } : undefined)
  const { row, sent } = await attempt()
  expect(evaluateFailure('media.upload', sent as never).kind).toBe('retry')
  await postponeEntry(row, 0, 'No network')
  expect(await db.outbox.get(row.seq ?? 0)).toMatchObject({
    failure: 'No network',
    triedAt: expect.any(String),
  })
  server.fate = () => undefined
  expect((await attempt()).sent.ok).toBe(true)
  expect(server.log.slice(3, 5)).toEqual(['HEAD /api/files/uploads/…', 'PATCH /api/files/uploads/…'])
  expect(server.asked[4]?.headers['upload-offset']).toBe(String(mebi + 5000))
  expect(server.bytesTaken).toBe(3 * mebi)
})

test('repeats only the final call, word for word, if its reply was lost', async () => {
  await pick(1000, 300_000)
  server.fate = ({ json }) => (json ? 'lose-answer' : undefined)
  await attempt()
  const before = server.asked.length
  server.fate = ({ json }) => (json ? { status: 201, body: { data: {} } } : undefined)
  expect((await attempt()).sent.ok).toBe(true)
  const calls = server.asked.filter(({ json }) => json)
  expect(server.asked.length).toBe(before + 1)
  expect(calls[0]?.json).toEqual(calls[1]?.json)
  expect(calls.map(({ headers }) => headers['idempotency-key'])).toEqual([resumedKey, resumedKey])
})

describe('a Wi-Fi login page does not count as a reply', () => {
  test.each([
    ['the creating request', 0, undefined],
    ['a part', 1, undefined],
    ['the request for the offset', 2, { cutAfter: 10 } as const],
    ['the final call', 4, undefined],
  ])('instead of the reply to %s', async (_, place, first) => {
    await pick(2 * mebi + 1)
    if (first) {
      server.fate = (_asked, at) => (at === 1 ? first : undefined)
      await attempt()
    }
    server.fate = (_asked, at) => (at === place ? page : undefined)
    const { sent } = await attempt()
    expect(sent).toMatchObject({ ok: false, status: 0 })
    const kept = (await fileRow())?.resume
    server.fate = () => undefined
    expect((await attempt()).sent.ok).toBe(true)
    if (place > 0)
      expect(
        server.asked.filter(({ method, path }) => method === 'POST' && path.endsWith('uploads')),
      ).toHaveLength(1)
    expect(kept === undefined).toBe(place === 0)
  })

  test('ignores a login page with status 404 or 502', async () => {
    await pick(2 * mebi)
    for (const status of [404, 502, 403]) {
      server.fate = () => ({ status, body: '<html></html>' })
      const { sent } = await attempt()
      expect(evaluateFailure('media.upload', sent as never).kind).toBe('retry')
    }
  })
})

test('an expired session keeps everything and asks the user to log in', async () => {
  await pick(2 * mebi)
  const refused = {
    status: 401,
    headers: { 'tus-resumable': '1.0.0' },
    body: { errors: [{ token: 'Log in' }] },
  }
  server.fate = (_, place) => (place === 2 ? refused : undefined)
  const { sent } = await attempt()
  expect(evaluateFailure('media.upload', sent as never).kind).toBe('log-in')
  expect(currentSession()).toBeNull()
  expect((await fileRow())?.resume).toMatch(/^\/api\/files\/uploads\//)
  expect(arrivedIn()).toEqual([mebi])
})

test('starts over if the server no longer has the parts', async () => {
  await pick(2 * mebi)
  server.fate = (_, place) => (place === 2 ? { cutAfter: 0 } : undefined)
  await attempt()
  server.parts.clear()
  server.fate = () => undefined
  expect((await attempt()).sent.ok).toBe(true)
})

test('resends damaged bytes three times, then shows the server’s message', async () => {
  await pick(1000, 2000)
  const spoil = () => {
    const part = [...server.parts.values()].findLast(({ size }) => size === 1000)
    if (part) part.bytes = part.bytes.map((byte, place) => (place === 0 ? byte ^ 1 : byte))
  }
  server.fate = ({ json }) => void (json && spoil())
  for (const round of [1, 2, 3]) {
    const { sent } = await attempt()
    expect([round, evaluateFailure('media.upload', sent as never).kind]).toEqual([round, 'retry'])
    expect(await fileRow()).not.toHaveProperty('arrived')
    expect(await fileRow(video)).toHaveProperty('arrived')
  }
  const { row, sent } = await attempt()
  if (sent.ok) throw new Error('It was taken')
  expect(sent).toMatchObject({ status: 422, errors: [{ sha256: 'damaged' }, { 'files[0]': 'damaged' }] })
  await parkEntry(row, sent.message, sent.errors)
  const entries = await db.outbox.where({ account }).toArray()
  expect(entries.map(({ state }) => state).sort()).toEqual(['parked', 'waiting'])
  server.fate = () => undefined
  expect((await attempt()).sent.ok).toBe(true)
})

test('rejects a file that is too large by its position', async () => {
  await pick(1000, 2000)
  const tooLarge = {
    status: 413,
    headers: { 'tus-resumable': '1.0.0' },
    body: { errors: [{ message: 'Too large' }] },
  }
  server.fate = ({ headers }) => (headers['upload-length'] === '2000' ? tooLarge : undefined)
  expect((await attempt()).sent).toMatchObject({
    status: 413,
    errors: [{ message: 'Too large' }, { 'files[1]': 'Too large' }],
  })
})

test.each([
  [413, 'in front of the server'],
  [403, 'between this device and the server'],
  [502, 'in front of the server'],
])('reports a proxy’s %i for a part without blaming a file', async (status, text) => {
  await pick(1000, 2000)
  const theirs = {
    status,
    body: status < 500 ? { errors: [{ message: 'Policy violation' }] } : '<html>Sorry</html>',
  }
  server.fate = ({ headers }) => (headers['upload-length'] === '2000' ? theirs : undefined)
  const { sent } = await attempt()
  expect(sent).toMatchObject({
    status,
    errors: [],
    message: expect.stringContaining(text),
  })
})

test('uses one call with the entry’s own key if the server knows no parts', async () => {
  server.knowsParts = false
  await pick(1000, 2000)
  expect((await attempt()).sent.ok).toBe(true)
  expect(server.asked.at(-1)).toMatchObject({
    isForm: true,
    path: '/api/bx_block_survey/user_survey_media',
    headers: { 'idempotency-key': upload },
  })
})

test.each([true, false])(
  'sends an entry that an older app has frozen (server with parts: %s)',
  async (knowsParts) => {
    server.knowsParts = knowsParts
    const own = { account, survey: surveyId }
    const body = { id: upload, user_survey_sub_section_detail_id: 'a', ids: [photo], descriptions: ['Left'] }
    await db.files.add({
      ...own,
      ...{
        id: photo,
        subSection: 'p',
        answer: 'a',
        upload,
        kind: 'photo',
        name: 'roof.jpg',
        description: 'Left',
      },
      ...{ stage: 'ready', size: 1000, addedAt: '', thumbnail: null, poster: null },
    })
    await db.blobs.add({ ...own, id: photo, bytes: bytesOf(1000, 7), type: 'image/jpeg' })
    await db.outbox.add({
      ...own,
      ...{
        id: upload,
        endpoint: 'media.upload',
        input: { body },
        subSection: 'p',
        answer: 'a',
        state: 'waiting',
      },
      ...{ attempts: 3, nextAt: 0, madeAt: '', problem: null },
    })
    expect((await attempt()).sent.ok).toBe(true)
    expect(server.asked.at(-1)?.isForm).toBe(!knowsParts)
    if (knowsParts)
      expect(server.asked.at(-1)?.json).toMatchObject({ files: [{ id: photo, description: 'Left' }] })
  },
)

test('removing a photo during its upload deletes its parts on the server', async () => {
  await pick(2 * mebi)
  const controller = new AbortController()
  server.fate = ({ method }) => {
    if (method === 'PATCH') controller.abort()
    return undefined
  }
  expect((await attempt(controller.signal)).sent.ok).toBe(false)
  expect(server.log.at(-1)).toBe('DELETE /api/files/uploads/…')
  expect(server.parts.size).toBe(0)
})

test('removing a photo while the server creates the upload queues its deletion', async () => {
  await pick(2 * mebi)
  const place = { survey: surveyId, subSection: 'p', answer: '019b0000-0000-7000-8000-0000000000aa' }
  let cancelled: string | null = ''
  const take = server.take.bind(server)
  server.take = async (...given) => {
    if (given[1].endsWith('/resumed'))
      cancelled = await recordRemoval(account, place, { kind: 'photo', id: photo, upload })
    return take(...given)
  }
  expect((await attempt()).sent.ok).toBe(true)
  expect(cancelled).toBeNull()
  const waiting = (await db.outbox.orderBy('seq').toArray()).map(({ endpoint }) => endpoint)
  expect(waiting).toEqual(['media.upload', 'media.delete'])
})

test('a rejected photo from a bundle can be removed', async () => {
  await pick(1000)
  const { row } = await attempt()
  await db.outbox.update(row.seq ?? 0, { parcel: '019b0000-0000-7000-8000-0000000000f0' })
  await parkEntry(row, 'No.')
  const place = { survey: surveyId, subSection: 'p', answer: '019b0000-0000-7000-8000-0000000000aa' }
  await recordRemoval(account, place, { kind: 'photo', id: photo, upload })
  expect(await fileRow()).toBeUndefined()
  expect((await db.outbox.toArray()).map(({ endpoint }) => endpoint)).toEqual(['media.delete'])
})

test('rejects a photo whose bytes are lost and sends the other one', async () => {
  await pick(1000, 1000)
  await db.blobs.delete([account, photo])
  const { row, sent } = await attempt()
  expect(evaluateFailure('media.upload', sent as never).kind).toBe('park')
  await parkEntry(row, 'Gone', sent.ok ? [] : sent.errors)
  expect(await waitingFiles()).toEqual([
    [video, 'waiting', null],
    [photo, 'parked', 'This file is no longer on this device.'],
  ])
  expect((await attempt()).sent.ok).toBe(true)
})

async function waitingFiles() {
  const rows = await db.outbox.orderBy('seq').toArray()
  return Promise.all(
    rows.map(async ({ id, state, problem }) => [
      (await db.files.where({ upload: id }).first())?.id,
      state,
      problem,
    ]),
  )
}

test('computes the same hashes without crypto.subtle', async () => {
  await pick(1000)
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const { sent } = await attempt()
  vi.unstubAllGlobals()
  expect(sent.ok).toBe(true)
})
