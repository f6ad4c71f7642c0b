import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { reportDownload } from '#contract/sharing/reports.ts'
import { StoreFull } from '#server/files/store.ts'
import { phonePhoto } from '#server/testing/media.ts'
import { openBytes } from '#server/testing/open-bytes.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { type PicturedSurvey, picturedSurvey } from '#server/testing/shared-survey.ts'
import { addSampleTemplate } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let made: PicturedSurvey
let port: number
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  made = await picturedSurvey(here, { name: 'Hill House' })
  port = Number(new URL(await here.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => here.close())
afterEach(() => vi.restoreAllMocks())

const spooled = () => readdir(join(here.context.config.dataDir, 'files', 'temp'))

async function ask(version: '1.0' | '1.1'): Promise<Socket> {
  const { body } = await made.owner.api.call(reportDownload, { params: { id: made.survey.id } })
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(`GET ${body.data.url} HTTP/${version}\r\nHost: fieldbook.test\r\nConnection: close\r\n\r\n`)
  return socket
}

/** Larger than the buffers on the way. */
async function largePhotos(): Promise<void> {
  const photo = Buffer.concat([await phonePhoto(1), Buffer.alloc(12 * 1024 * 1024)])
  vi.spyOn(here.context.files, 'open').mockImplementation(async () => openBytes(photo))
}

function parted(answer: Buffer) {
  const end = answer.indexOf('\r\n\r\n')
  const head = answer.subarray(0, end).toString('latin1')
  return { head, length: Number(/content-length: (\d+)/i.exec(head)?.[1]), body: answer.subarray(end + 4) }
}

test('an HTTP/1.0 hop gets a PDF’s length, so that it detects a truncated one', async () => {
  const { head, length, body } = parted(await buffer(await ask('1.0')))
  expect(head).toMatch(/^HTTP\/1.1 200 /)
  expect(head).not.toMatch(/transfer-encoding/i)
  expect(body.length).toBe(length)
  expect((await readPdf(body)).text).toContain('Hill House')
  await expect.poll(spooled).toEqual([])
})

test('other hops get a chunked PDF from its first page on, without the disk while they keep up', async () => {
  const scratch = vi.spyOn(here.context.files, 'scratch')
  const { head } = parted(await buffer(await ask('1.1')))
  expect(head).toMatch(/transfer-encoding: chunked/i)
  expect(scratch).not.toHaveBeenCalled()
})

test('removes the spool file of a hop that disconnects early', async () => {
  await largePhotos()
  const socket = await ask('1.0')
  await expect.poll(async () => (await spooled()).length, { timeout: 30_000 }).toBe(1)
  socket.destroy()
  await once(socket, 'close')
  await expect.poll(spooled, { timeout: 30_000 }).toEqual([])
})

test('refuses a PDF larger than the allowed disk space, and removes its file', async () => {
  vi.spyOn(here.context.files, 'scratch').mockRejectedValueOnce(new StoreFull('No room'))
  await largePhotos()
  const { head } = parted(await buffer(await ask('1.0')))
  expect(head).toMatch(/^HTTP\/1.1 507 /)
  expect(await spooled()).toEqual([])
})
