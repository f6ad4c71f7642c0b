import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { reportDownload } from '#contract/sharing/reports.ts'
import { renderQueued } from '#server/features/reports/render-queue.ts'
import type { Holder } from '#server/http/ticket.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { picturedSurvey } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, save } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

/** A slow report delays no other report and ends with a readable message. */
let here: TestApp
let port: number
let usual: number
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  usual = here.context.config.pdfWithin
  port = Number(new URL(await here.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => here.close())
afterEach(async () => {
  vi.restoreAllMocks()
  mayTake(usual)
  await expect.poll(spooled, { timeout: 30_000 }).toEqual([])
})

const mayTake = (pdfWithin: number) => Object.assign(here.context.config, { pdfWithin })
const spooled = () => readdir(join(here.context.config.dataDir, 'files', 'temp'))

async function ask(address: string, version: '1.0' | '1.1', language = 'en') {
  const socket: Socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const headers = `Host: x\r\nConnection: close\r\nAccept-Language: ${language}`
  socket.write(`GET ${address} HTTP/${version}\r\n${headers}\r\n\r\n`)
  const answer = await buffer(socket)
  const end = answer.indexOf('\r\n\r\n')
  const status = Number(/^HTTP\/1.1 (\d+)/.exec(answer.subarray(0, end).toString('latin1'))?.[1])
  return { status, body: answer.subarray(end + 4) }
}

/** Simulates a slow report by never returning a photo. */
function neverDone() {
  return vi.spyOn(here.context.files, 'open').mockReturnValue(new Promise(() => undefined))
}

test('a report over the time limit is aborted with a message, and so is the next request for it', async () => {
  const { owner, survey } = await picturedSurvey(here)
  const { body } = await owner.api.call(reportDownload, { params: { id: survey.id } })
  const { url } = body.data
  neverDone()
  mayTake(100)
  const first = await ask(url, '1.0')
  expect(first.status).toBe(422)
  expect(JSON.parse(first.body.toString())).toEqual({
    errors: [{ message: expect.stringContaining('is too large for the server to make a PDF') }],
  })
  // Drawn again, it would not finish within the test.
  mayTake(usual)
  const second = await ask(url, '1.1', 'es')
  expect(second.status).toBe(422)
  expect(second.body.toString()).toContain('es demasiado grande para que el servidor cree un PDF')

  vi.restoreAllMocks()
  await save(owner, survey, [
    { in: 'Building', field: 'Notes', field_value: 'Another one, of another length' },
  ])
  const { body: drawn, status } = await ask(url, '1.0')
  expect(status).toBe(200)
  expect((await readPdf(drawn)).text).toContain('Another one')
})

test('a large report waits only for large reports, and no other report waits for it', async () => {
  const account = async () => ({ account: (await here.make.account()).id, session: '' })
  const open: PassThrough[] = []
  const draw = async (work: number, holder: Holder, gone = new AbortController().signal) => {
    const expected = work < limits.pdfSmallWork ? 'small' : 'usual'
    const begin = () => {
      const source = new PassThrough()
      open.push(source)
      return source
    }
    const load = vi.fn(async () => ({ work, begin }))
    const { stream } = await renderQueued(here.context, { holder, ended: gone, report: null, expected, load })
    return { stream, loads: load.mock.calls.length }
  }
  const large = await Promise.all([draw(limits.pdfLargeWork, await account())])
  const leaves = new AbortController()
  const waits = draw(limits.pdfLargeWork, await account(), leaves.signal)
  const small = [await draw(limits.pdfLargeWork - 1, await account()), await draw(1, await account())]
  expect(open).toHaveLength(3)
  // Loaded again once it was its turn among the large ones.
  expect([large[0]?.loads, ...small.map(({ loads }) => loads)]).toEqual([2, 1, 1])
  open[0]?.end()
  await buffer(large[0]?.stream ?? new PassThrough())
  const { stream } = await waits
  expect(open).toHaveLength(4)
  for (const source of open) source.end()
  for (const each of [stream, ...small.map(({ stream }) => stream)]) await buffer(each)
})
