import { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { v7 as newId } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { guestPdfDownload } from '#contract/sharing/guests.ts'
import { pdfFile, reportDownload } from '#contract/sharing/reports.ts'
import { holderOf as sessionHolder, signTicket, type Ticket } from '#server/http/ticket.ts'
import { identifyingName } from '#server/testing/media.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { holderOf, type PicturedSurvey, picturedSurvey, share } from '#server/testing/shared-survey.ts'
import { addSampleTemplate, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let made: PicturedSurvey
beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  made = await picturedSurvey(here, { name: 'Hill House: "West/East"' })
})
afterAll(() => here.close())
afterEach(() => vi.restoreAllMocks())

async function ownersAddress(): Promise<string> {
  const { body } = await made.owner.api.call(reportDownload, { params: { id: made.survey.id } })
  return body.data.url
}

test('only an intact ticket for this report opens it', async () => {
  const eve = await here.make.account()
  const other = await share(made.owner, (await startSurvey(made.owner)).id)
  const signed = (changes: Partial<Ticket>) =>
    `/api/files/report/${signTicket(
      here.context.ticketKey,
      {
        what: 'report',
        subject: made.survey.id,
        rendition: 'none',
        holder: sessionHolder(made.owner),
        ...changes,
      },
      here.context.clock(),
    )}`
  const forged = await here.api.call(pdfFile, { params: { ticket: 'nothing' } })
  expect([forged.status, forged.errors]).toEqual([404, [{ message: 'Not found.' }]])
  for (const address of [
    (await ownersAddress()).replace('/report/', '/zip/'),
    signed({ what: 'zip' }),
    signed({ what: 'media' }),
    signed({ subject: newId() }),
    signed({ holder: sessionHolder(eve) }),
    signed({ holder: { link: await holderOf(here, other.id) } }),
    signed({ holder: { link: newId() } }),
  ]) {
    const answer = await here.api.open(address)
    expect([answer.statusCode, answer.json()]).toEqual([404, { errors: [{ message: 'Not found.' }] }])
  }
})

test('the PDF has the answers, and is saved under the survey’s name', async () => {
  const answer = await here.api.open(await ownersAddress())
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers['content-disposition']).toMatch(
    /filename="\d{8}-\d{6}-Hill House- -West-East- report\.pdf"/,
  )
  const inSpanish = await here.api.open(await ownersAddress(), { 'accept-language': 'es' })
  expect(inSpanish.headers['content-disposition']).toContain('Hill House- -West-East- informe.pdf')
  const { text, pages } = await readPdf(answer.rawPayload)
  for (const words of [
    'Hill House: "West/East"',
    'Mrs Dudley',
    'Nell Rivera',
    'East wing',
    'Behind the stairs',
    'Fiber',
    'Left side',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('The picture is not available.')
  const links = pages.flatMap((page) => page.links.flatMap(({ url }) => url ?? []))
  expect(links).toEqual([`http://fieldbook.test/SaveAsPdf/${made.survey.id}`])
})

test('a shared survey’s PDF links to the shared page for its video, and contains no file name and no address', async () => {
  const link = await share(made.owner, made.survey.id)
  const { body } = await here.api.call(guestPdfDownload, { query: { guest_survey_id: link.id } })
  const answer = await here.api.open(body.data.url)
  const { text, pages } = await readPdf(answer.rawPayload)
  expect(text).toContain('East wing')
  for (const secret of [made.owner.email, identifyingName, 'Dudley house tour'])
    expect(answer.rawPayload.includes(secret) || text.includes(secret)).toBe(false)
  const [address] = pages.flatMap((page) => page.links.flatMap(({ url }) => url ?? []))
  expect(address).toBe(`http://fieldbook.test/survey-report/${link.token}/${link.id}`)
})

test('a reader that disconnects stops the rendering', async () => {
  const asked = Promise.withResolvers<void>()
  vi.spyOn(here.context.files, 'open').mockImplementation(() => {
    asked.resolve()
    return new Promise(() => {})
  })
  const ended = Promise.withResolvers<void>()
  const { kill } = ChildProcess.prototype
  vi.spyOn(ChildProcess.prototype, 'kill').mockImplementation(function (this: ChildProcess, signal) {
    this.once('exit', () => ended.resolve())
    return kill.call(this, signal)
  })
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = here.app.server.address() as AddressInfo
  const request = get({ port, host: '127.0.0.1', path: await ownersAddress() })
  request.on('error', () => {})
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  await once(response, 'data')
  await asked.promise
  request.destroy()
  await ended.promise
})
