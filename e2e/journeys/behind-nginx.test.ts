import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { v7 as newId } from 'uuid'
import { describe, expect } from 'vitest'
import { logIn, signUp } from '#contract/accounts/accounts.ts'
import { addPlan } from '#contract/media/plans.ts'
import { reportDownload, zipDownload } from '#contract/sharing/reports.ts'
import { submitSurvey } from '#contract/surveys/surveys.ts'
import { EventReader } from '#server/testing/event-reader.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { planPicture } from '#server/testing/plans.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { freePort } from '#server/testing/real-server.ts'
import { onOwnSite } from '../fixtures.ts'
import { documentedBlock, newcomersBlock, startNginx } from '../nginx.ts'
import { photo } from '../pictures.ts'
import { attachPhoto, formAddress, startSurvey } from '../scene.ts'
import { dashboard } from '../screens/dashboard.ts'
import { downloads } from '../screens/downloads.ts'
import { logIn as logInOn } from '../screens/entry.ts'
import { form } from '../screens/form.ts'
import { addSurveyor, ownSource, type Site, type Surveyor } from '../site.ts'

const mebi = 1024 * 1024
const limit = signUp.rates?.[0]?.limit ?? 0
const port = await freePort()

const test = onOwnSite({ PUBLIC_URL: `http://localhost:${port}` })
  .extend('documented', { scope: 'file' }, async ({ site }, { onCleanup }) => {
    const nginx = await startNginx(await documentedBlock(), port, portOf(site))
    onCleanup(() => nginx.close())
    return nginx
  })
  .extend('owner', { scope: 'file' }, ({ documented }) =>
    addSurveyor(new HttpApi(documented.address), 'Rivera'),
  )
  .extend('newcomers', { scope: 'file' }, async ({ site }, { onCleanup }) => {
    const nginx = await startNginx(newcomersBlock, await freePort(), portOf(site))
    onCleanup(() => nginx.close())
    return nginx
  })

function portOf({ address }: Site): number {
  return Number(new URL(address).port)
}

/** The same person, by another way. */
function through({ address }: { readonly address: string }, { api }: Surveyor): HttpApi {
  return new HttpApi(address, api.token)
}

async function pdfAddress(api: HttpApi, id: string): Promise<string> {
  const reply = await api.call(reportDownload, { params: { id } })
  return reply?.body.data.url ?? ''
}

async function open(address: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const [answer] = (await once(request(address, { headers, agent: false }).end(), 'response')) as [
    IncomingMessage,
  ]
  return answer
}

/** How many sign-ups, each from an address that the caller makes up, are not refused for their number. */
async function forgedSignUps(address: string): Promise<number> {
  let past = 0
  for (let count = 0; count < limit + 10; count++) {
    const { status } = await fetch(`${address}/api${signUp.path}`, {
      method: 'POST',
      headers: { ...ownSource(), 'content-type': 'application/json' },
      body: '{}',
    })
    if (status !== 429) past++
  }
  return past
}

const complaints = (site: Site) =>
  site
    .printed()
    .split('\n')
    .filter((line) => line.includes('TRUST_PROXY=1:')).length

async function planForm(surveyId: string): Promise<FormData> {
  const form = new FormData()
  form.set('user_survey_id', surveyId)
  form.set('name', 'Level 2')
  const noise = Buffer.concat([await planPicture(), Buffer.alloc(3 * mebi)])
  form.set('picture', new Blob([Uint8Array.from(noise)], { type: 'image/png' }), 'level.png')
  return form
}

const uploads = '/api/files/uploads'
const parts = (api: HttpApi) => ({ token: api.token ?? '', 'tus-resumable': '1.0.0' })

async function begin(api: HttpApi, size: number): Promise<string> {
  const answer = await fetch(api.address + uploads, {
    method: 'POST',
    headers: { ...parts(api), 'upload-length': String(size) },
  })
  expect(answer.status).toBe(201)
  return answer.headers.get('location') ?? ''
}

function append(api: HttpApi, path: string, length: number): ClientRequest {
  const type = 'application/offset+octet-stream'
  const headers = { 'content-type': type, 'upload-offset': 0, 'content-length': length }
  return request(api.address + path, {
    method: 'PATCH',
    agent: false,
    headers: { ...parts(api), ...headers },
  })
}

async function offsetOf(api: HttpApi, path: string): Promise<number> {
  const { headers } = await fetch(api.address + path, { method: 'HEAD', headers: parts(api) })
  return Number(headers.get('upload-offset'))
}

describe('the block for nginx that operators copy', () => {
  test('passes the caller’s real address, not the one that the client sent', async ({
    site,
    documented,
    owner,
  }) => {
    // One went before: the owner's.
    expect([owner.name, await forgedSignUps(documented.address)]).toEqual(['Sam Rivera', limit - 1])
    expect(complaints(site)).toBe(0)
  })

  test('lets large uploads pass, whole and in parts', async ({ owner }) => {
    const { api } = owner
    const survey = await startSurvey(owner)
    expect((await api.upload(addPlan, await planForm(survey.id), newId()))?.status).toBe(201)
    const path = await begin(api, mebi)
    const [answer] = await once(append(api, path, mebi).end(Buffer.alloc(mebi)), 'response')
    expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([204, String(mebi)])
  })

  test('passes on what has come of a part, so that it counts when the phone is cut off', async ({
    owner,
  }) => {
    const { api } = owner
    const path = await begin(api, mebi)
    const cut = append(api, path, mebi).on('error', () => undefined)
    await new Promise<void>((sent) => cut.write(Buffer.alloc(300_000), () => sent()))
    cut.destroy()
    await expect.poll(() => offsetOf(api, path)).toBeGreaterThan(0)
  })

  test('passes on live changes while they happen', async ({ documented, owner }) => {
    const survey = await startSurvey(owner)
    const path = `/api/bx_block_survey/users_survey/${survey.id}/events`
    const stream = await EventReader.open(documented.address + path, { token: owner.api.token ?? '' })
    const { email, password } = owner
    const other = await owner.api.call(logIn, { body: { data: { attributes: { email, password } } } })
    await owner.api
      .as(other?.body.meta.token ?? '')
      .call(submitSurvey, { params: { id: survey.id }, body: { survey_name: 'Hill End' } })
    await expect.poll(() => stream.events.length).toBeGreaterThan(0)
    stream.close()
  })

  test('gives a part of a zip that is asked for', async ({ documented, owner }) => {
    const survey = await startSurvey(owner)
    await attachPhoto(owner, survey, await photo('gate.jpg'))
    const { api } = owner
    const reply = await api.call(zipDownload, { query: { user_survey_id: survey.id } })
    const address = new URL(reply?.body.data.uploaded_files_winzip ?? '', documented.address).href
    const whole = await buffer(await open(address))
    const part = await open(address, { range: 'bytes=10-19' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 10-19/${whole.length}`])
    expect((await buffer(part)).equals(whole.subarray(10, 20))).toBe(true)
  })

  test('lets a PDF be seen to be broken whose server was killed while it drew it', async ({
    site,
    documented,
    owner,
  }) => {
    const survey = await startSurvey(owner)
    for (let seed = 1; seed <= 8; seed++) await attachPhoto(owner, survey, await photo('gate.jpg', seed))
    const address = new URL(await pdfAddress(owner.api, survey.id), documented.address).href
    const answer = await open(address)
    expect(answer.headers['transfer-encoding']).toBe('chunked')
    await once(answer, 'data')
    await site.kill()
    const ended = await buffer(answer).then(
      () => 'complete',
      () => 'broken',
    )
    expect([ended, answer.complete]).toEqual(['broken', false])
    await site.restart()
    expect((await readPdf(await buffer(await open(address)))).text).toContain('Hill House')
  })
})

describe('nginx as a newcomer sets it up', () => {
  test('is not trusted, with one warning', async ({ site, newcomers }) => {
    expect(await forgedSignUps(newcomers.address)).toBeLessThanOrEqual(limit)
    expect(complaints(site)).toBe(1)
  })

  test('gets the length of a PDF', async ({ newcomers, owner }) => {
    const { id } = await startSurvey(owner)
    const address = new URL(await pdfAddress(through(newcomers, owner), id), newcomers.address).href
    const answer = await open(address)
    const bytes = await buffer(answer)
    expect(Number(answer.headers['content-length'])).toBe(bytes.length)
    expect((await readPdf(bytes)).text).toContain('Hill House')
  })

  test('takes a floor plan in parts that it does not take whole', async ({ newcomers, owner }) => {
    const { id } = await startSurvey(owner)
    const whole = await fetch(`${newcomers.address}/api${addPlan.path}`, {
      method: 'POST',
      headers: { token: owner.api.token ?? '' },
      body: await planForm(id),
    })
    expect([whole.status, whole.headers.get('content-type')]).toEqual([413, 'text/html'])
    const api = through(newcomers, owner)
    const path = await begin(api, 2 * mebi)
    const [answer] = await once(append(api, path, mebi).end(Buffer.alloc(mebi)), 'response')
    expect(answer.statusCode).toBe(204)
  })
})

test('rejects a truncated PDF, and shows a proxy’s error as such', async ({ documented, owner, visit }) => {
  await startSurvey(owner, { name: 'Last House' })
  const page = await visit('phone')
  await logInOn(page, owner, documented.address)
  const board = dashboard(page)
  await board.choose('Download', 'Last House')
  const files = downloads(page, board.dialog)
  const pdf = '**/api/files/report/**'
  await page.route(pdf, async (route) => {
    const whole = await (await route.fetch()).body()
    await route.fulfill({ contentType: 'application/pdf', body: whole.subarray(0, whole.length / 10) })
  })
  await files.pdfButton.click()
  await page.getByText('The connection was interrupted, so the PDF is incomplete').waitFor()
  await page.unroute(pdf)
  await page.route(pdf, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<html>502 Bad Gateway</html>' }),
  )
  await files.pdfButton.click()
  await page.getByText('The proxy in front of the server got no answer from it (502)').waitFor()
  await page.unroute(pdf)
  const { name, text } = await files.pdf()
  expect(name).toMatch(/^\d{8}-\d{6}-Last House report\.pdf$/)
  expect(text).toContain('Mrs Dudley')
})

test('shows that a proxy blocks a call, and continues once it is fixed', async ({
  documented,
  owner,
  visit,
}) => {
  const survey = await startSurvey(owner, { name: 'Stopped House' })
  const page = await visit('phone')
  await logInOn(page, owner, documented.address)
  await page.goto(documented.address + formAddress(survey))
  const { input, syncLine } = form(page)
  const saves = '**/auto_save_survey_details*'
  await page.route(saves, (route) =>
    route.fulfill({ status: 403, contentType: 'text/html', body: '<html>403 Forbidden</html>' }),
  )
  await input('Inspector').fill('Ada Moore')
  await syncLine.getByText('Stopped by a proxy. 1 change on this device').waitFor()
  await page.goto(`${documented.address}/Datastorage2`)
  await page.getByText('Something between this device and the server refused the request (403)').waitFor()
  await page.unroute(saves)
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByText('Everything is on the server.').waitFor()
})
