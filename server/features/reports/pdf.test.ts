import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test, vi } from 'vitest'
import { readPdf } from '#server/testing/read-pdf.ts'
import type { ReportDocument } from '#survey/report.ts'
import type { ToWorker } from './pdf/protocol.ts'
import { aFigure, aPart, aPhoto, aReport, aRow, aSection } from './pdf/testing/sample-report.ts'
import { type PdfPhoto, type PdfSources, streamReportPdf } from './pdf.ts'

const warn = vi.fn()
afterEach(() => warn.mockReset())

const noMedia: PdfSources = { photo: async () => null, videoUrl: () => null }

function stream(document: ReportDocument, sources: Partial<PdfSources> = {}, stallMs?: number) {
  const options = { fontDir: null, now: new Date('2026-11-21T12:00:00Z'), log: { warn } }
  const timing = stallMs === undefined ? {} : { stallMs }
  return streamReportPdf(document, { ...noMedia, ...sources }, { ...options, ...timing })
}

/** What is handed over is gone. */
const copyOf = (photo: PdfPhoto) => ({ ...photo, bytes: new Uint8Array(photo.bytes) })

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
    stream(document, { photo: async () => copyOf(photo), videoUrl: () => 'https://example.org/1' }),
  )
  expect(bytes.includes(Buffer.from(photo.bytes))).toBe(true)
  const { text, pages } = await readPdf(bytes)
  for (const word of [...languages.split(' '), 'Photo 1 · Дверь', 'Video 1']) expect(text).toContain(word)
  expect(pages.at(-1)?.links).toEqual([{ url: 'https://example.org/1', page: null }])
  expect(warn).not.toHaveBeenCalled()
})

test('the first bytes are there before any photo was given', async () => {
  const photo = await aPhoto()
  const given = Promise.withResolvers<void>()
  const asked = vi.fn()
  const pdf = stream(withPhotos(2), {
    async photo(mediaId) {
      asked(mediaId)
      await given.promise
      return copyOf(photo)
    },
  })
  const [first] = (await once(pdf, 'data')) as [Buffer]
  expect(first.subarray(0, 5).toString()).toBe('%PDF-')
  given.resolve()
  await once(pdf, 'end')
  expect(asked.mock.calls.flat()).toEqual(['photo-1', 'photo-2'])
})

test('a photo that cannot be read is reported, and the report goes on', async () => {
  const bytes = await buffer(stream(withPhotos(1), { photo: () => Promise.reject(new Error('disk')) }))
  expect((await readPdf(bytes)).text).toContain('The picture is not available.')
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ mediaId: 'photo-1' }),
    expect.stringContaining('photo'),
  )
})

test('characters that no font has are reported once', async () => {
  const rows = [aRow('a', '\u{10000}'), aRow('b', '\u{10000}\u{10001}')]
  await buffer(stream(aReport(aSection('A', aPart(null, ...rows)))))
  expect(warn).toHaveBeenCalledExactlyOnceWith({ characters: ['\u{10000}', '\u{10001}'] }, expect.anything())
})

test('a reader that takes nothing stops the drawing: photos are no longer asked for', async () => {
  const photo = {
    bytes: Buffer.concat([(await aPhoto()).bytes, Buffer.alloc(700_000)]),
    width: 400,
    height: 300,
  }
  const asked = vi.fn()
  const pdf = stream(withPhotos(40), {
    async photo() {
      asked()
      return copyOf(photo)
    },
  })
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(3)
  pdf.destroy()
  await once(pdf, 'close')
  expect(asked.mock.calls.length).toBeLessThan(12)
})

test('a stream that is given up ends its worker and lets the next one begin', async () => {
  const never = { photo: () => new Promise<null>(() => {}) }
  const stuck = Array.from({ length: 3 }, () => stream(withPhotos(1), never))
  const waiting = stream(aReport())
  const given = once(waiting, 'data')
  const [first] = stuck
  if (first) await once(first, 'data')
  for (const pdf of stuck) pdf.destroy()
  // A stream closes when its worker is gone.
  await Promise.all(stuck.map((pdf) => once(pdf, 'close')))
  expect(((await given)[0] as Buffer).subarray(0, 5).toString()).toBe('%PDF-')
  waiting.destroy()
})

test('a worker that has drawn a report draws the next one, as one that has drawn nothing would', async () => {
  const told = vi.spyOn(Worker.prototype, 'postMessage')
  const drawnBy = () =>
    told.mock.contexts.filter((_, n) => (told.mock.calls[n]?.[0] as ToWorker | undefined)?.kind === 'draw')
  const document = aReport(aSection('A', aPart(null, aRow('Place', 'Behind the riser: Щит, 电缆'))))
  const broken = aReport(aSection('A', aPart(null, { ...aRow('a'), value: 7 as unknown as string })))
  const first = await buffer(stream(document))
  const other = await buffer(stream(aReport(aSection('B', aPart(null, aRow('Riser', 'Other words: щит'))))))
  const again = await buffer(stream(document))
  expect(new Set(drawnBy()).size).toBe(1)
  await expect(buffer(stream(broken))).rejects.toThrow()
  const fresh = await buffer(stream(document))
  expect(new Set(drawnBy()).size).toBe(2)
  expect(again.equals(first)).toBe(true)
  expect(fresh.equals(first)).toBe(true)
  expect((await readPdf(other)).text).not.toContain('Behind the riser')
  told.mockRestore()
})

test('a worker that fails fails the stream', async () => {
  const broken = aReport(aSection('A', aPart(null, { ...aRow('a'), value: 7 as unknown as string })))
  await expect(buffer(stream(broken))).rejects.toThrow('trim')
})

test('a report in which nothing moves any more is given up', async () => {
  const never = { photo: () => new Promise<null>(() => {}) }
  await expect(buffer(stream(withPhotos(1), never, 1500))).rejects.toThrow('stood still')
})
