import type { ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import type { Refused } from '#server/http/failure.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import type { ReportDocument } from '#survey/report.ts'
import type { ToRenderer } from './pdf/protocol.ts'
import { renderInProcess } from './pdf/testing/draw.ts'
import { aFigure, aPart, aPhoto, aReport, aRow, aSection } from './pdf/testing/sample-report.ts'
import { type PdfSources, streamReportPdf } from './pdf.ts'

/** The rendering processes in the order of the reports. */
const renderedBy = vi.hoisted((): ChildProcess[] => [])
/** Bytes of each photo that reached a rendering process. */
const headersSent = vi.hoisted((): number[] => [])
vi.mock('node:child_process', async (load) => {
  const real = await load<{ fork: typeof fork }>()
  const watched = (...given: Parameters<typeof fork>) => {
    const process = real.fork(...given)
    const send = process.send.bind(process)
    process.send = (message: unknown, ..._rest: unknown[]) => {
      const order = message as ToRenderer
      if (order.kind === 'draw') renderedBy.push(process)
      if (order.kind === 'photo' && order.photo) headersSent.push(order.photo.head.length)
      return send(order)
    }
    return process
  }
  return { ...real, fork: watched }
})

const warn = vi.fn()
afterEach(() => {
  warn.mockReset()
  renderedBy.length = 0
  headersSent.length = 0
})

const noMedia: PdfSources = { photo: async () => null, videoUrl: () => null }

function stream(
  document: ReportDocument,
  sources: Partial<PdfSources> = {},
  stallMs?: number,
  limitMs = 600_000,
) {
  const options = { fontDir: null, now: new Date('2026-11-21T12:00:00Z'), log: { warn }, limitMs }
  const timing = stallMs === undefined ? {} : { stallMs }
  return streamReportPdf(document, { ...noMedia, ...sources }, { ...options, ...timing })
}

const withPhotos = (count: number) => {
  const figures = Array.from({ length: count }, (_, index) => aFigure(index + 1))
  return aReport(aSection('A', aPart(null, aRow('Views', 'many', figures))))
}

test('text of all scripts, photos and video links arrive in one file', async () => {
  const photo = await aPhoto()
  const languages = '电缆 ケーブル 케이블 Кабель Αγωγός السلام إلى كابل 👍'
  const figures = [aFigure(1, 'photo', 'Дверь'), aFigure(1, 'video')]
  const document = aReport(aSection('Sprachen', aPart(null, aRow('All', languages, figures))))
  const bytes = await buffer(
    stream(document, { photo: async () => photo, videoUrl: () => 'https://example.org/1' }),
  )
  expect(bytes.includes(Buffer.from(photo.bytes))).toBe(true)
  const { text, pages } = await readPdf(bytes)
  for (const word of [...languages.split(' '), 'Photo 1 · Дверь', 'Video 1']) expect(text).toContain(word)
  expect(pages.at(-1)?.links).toEqual([{ url: 'https://example.org/1', page: null }])
  expect(warn).not.toHaveBeenCalled()
})

test('every kind of photo is in the file unchanged, and only its header reaches the process', async () => {
  const noise = (channels: 1 | 3) =>
    sharp(randomBytes(300 * 400 * channels), { raw: { width: 300, height: 400, channels } })
  const files = await Promise.all([
    noise(3).jpeg().toBuffer(),
    noise(3)
      .jpeg({ progressive: true })
      .withMetadata({ exif: { IFD0: { Copyright: 'x'.repeat(5000) } } })
      .toBuffer(),
    noise(1).toColorspace('b-w').jpeg().toBuffer(),
    sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer(),
    // Not a JPEG, and one that is cut off before its dimensions.
    randomBytes(50_000),
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff]), randomBytes(40_000)]),
  ])
  const photos = Object.fromEntries(
    files.map((bytes, index) => [`photo-${index + 1}`, { bytes, width: 300, height: 400 }]),
  )
  const document = withPhotos(files.length)
  const drawn = await buffer(stream(document, { photo: async (mediaId) => photos[mediaId] ?? null }))
  const here = await renderInProcess(document, { photos })
  expect(drawn.equals(here.bytes)).toBe(true)
  for (const bytes of files.slice(0, 4)) expect(drawn.includes(bytes)).toBe(true)
  expect(headersSent.slice(0, 3).every((bytes) => bytes < 8_000)).toBe(true)
})

test('the first bytes arrive before any photo', async () => {
  const photo = await aPhoto()
  const given = Promise.withResolvers<void>()
  const asked = vi.fn()
  const pdf = stream(withPhotos(2), {
    async photo(mediaId) {
      asked(mediaId)
      await given.promise
      return photo
    },
  })
  const [first] = (await once(pdf, 'data')) as [Buffer]
  expect(first.subarray(0, 5).toString()).toBe('%PDF-')
  given.resolve()
  await once(pdf, 'end')
  expect(asked.mock.calls.flat()).toEqual(['photo-1', 'photo-2'])
})

test('logs an unreadable photo and continues the report', async () => {
  const bytes = await buffer(stream(withPhotos(1), { photo: () => Promise.reject(new Error('disk')) }))
  expect((await readPdf(bytes)).text).toContain('The picture is not available.')
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ mediaId: 'photo-1' }),
    expect.stringContaining('photo'),
  )
})

test('logs characters that no font has once', async () => {
  const rows = [aRow('a', '\u{10000}'), aRow('b', '\u{10000}\u{10001}')]
  await buffer(stream(aReport(aSection('A', aPart(null, ...rows)))))
  expect(warn).toHaveBeenCalledExactlyOnceWith({ characters: ['\u{10000}', '\u{10001}'] }, expect.anything())
})

test('rendering pauses and requests no photos while its reader pauses', async () => {
  const photo = {
    bytes: Buffer.concat([(await aPhoto()).bytes, Buffer.alloc(700_000)]),
    width: 400,
    height: 300,
  }
  const asked = vi.fn()
  const pdf = stream(withPhotos(40), {
    async photo() {
      asked()
      return photo
    },
  })
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(3)
  pdf.destroy()
  await once(pdf, 'close')
  expect(asked.mock.calls.length).toBeLessThan(12)
})

test('a rendering over the time limit ends with its process and a refusal', async () => {
  const pdf = stream(
    aReport(aSection('A', aPart(null, aRow('Log', 'दीवार '.repeat(200_000))))),
    {},
    60_000,
    1,
  )
  const [failure] = (await once(pdf, 'error')) as [Refused]
  expect(failure.failure.code).toBe('report.tooLarge')
  await expect.poll(() => pdf.closed).toBe(true)
  expect(renderedBy[0]?.signalCode).toBe('SIGKILL')
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { surveyId: 'survey-1', milliseconds: 1 },
    expect.stringContaining('longer'),
  )
  const next = await buffer(stream(aReport()))
  expect((await readPdf(next)).text).toContain('Maple Court')
})

test('a destroyed stream ends its process, and the next report starts', async () => {
  const never = { photo: () => new Promise<null>(() => {}) }
  const stuck = Array.from({ length: 3 }, () => stream(withPhotos(1), never))
  const waiting = stream(aReport())
  const given = once(waiting, 'data')
  const [first] = stuck
  if (first) await once(first, 'data')
  for (const pdf of stuck) pdf.destroy()
  // A stream closes when its process is gone.
  await Promise.all(stuck.map((pdf) => once(pdf, 'close')))
  expect(((await given)[0] as Buffer).subarray(0, 5).toString()).toBe('%PDF-')
  waiting.destroy()
})

test('a reused process renders the same bytes as a new process', async () => {
  const document = aReport(aSection('A', aPart(null, aRow('Place', 'Behind the riser: Щит, 电缆'))))
  const broken = aReport(aSection('A', aPart(null, { ...aRow('a'), value: 7 as unknown as string })))
  const first = await buffer(stream(document))
  const other = await buffer(stream(aReport(aSection('B', aPart(null, aRow('Riser', 'Other words: щит'))))))
  const again = await buffer(stream(document))
  expect(new Set(renderedBy).size).toBe(1)
  await expect(buffer(stream(broken))).rejects.toThrow()
  const fresh = await buffer(stream(document))
  expect(new Set(renderedBy).size).toBe(2)
  expect(again.equals(first)).toBe(true)
  expect(fresh.equals(first)).toBe(true)
  expect((await readPdf(other)).text).not.toContain('Behind the riser')
})

test('a process that fails fails the stream', async () => {
  const broken = aReport(aSection('A', aPart(null, { ...aRow('a'), value: 7 as unknown as string })))
  await expect(buffer(stream(broken))).rejects.toThrow('trim')
})

test('a report without progress is aborted', async () => {
  const never = { photo: () => new Promise<null>(() => {}) }
  await expect(buffer(stream(withPhotos(1), never, 1500))).rejects.toThrow('made no progress')
})

test('a crashed process fails only its own report', async () => {
  const never = { photo: () => new Promise<null>(() => {}) }
  const [ended, other] = [stream(withPhotos(1), never), stream(withPhotos(1))]
  await once(ended, 'data')
  renderedBy[0]?.kill('SIGABRT')
  await expect(buffer(ended)).rejects.toThrow('ended early (SIGABRT)')
  expect((await buffer(other)).subarray(0, 5).toString()).toBe('%PDF-')
  expect((await buffer(stream(aReport()))).subarray(0, 5).toString()).toBe('%PDF-')
})

test('a stopping server finishes its reports: signals do not stop the rendering process', async () => {
  const given = Promise.withResolvers<null>()
  const pdf = stream(withPhotos(1), { photo: () => given.promise })
  const whole = buffer(pdf)
  await once(pdf, 'data')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) renderedBy[0]?.kill(signal)
  given.resolve(null)
  expect((await whole).subarray(-6).toString().trim()).toBe('%%EOF')
})

test('the process does not inherit the server’s environment', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://secret')
  const never = { photo: () => new Promise<null>(() => {}) }
  const pdf = stream(withPhotos(5), never)
  await once(pdf, 'data')
  const environment = await readFile(`/proc/${renderedBy[0]?.pid}/environ`, 'utf8')
  expect(environment).not.toContain('secret')
  pdf.destroy()
  vi.unstubAllEnvs()
})
