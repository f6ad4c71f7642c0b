import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { StoreUnavailable } from '#server/files/store.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { phonePhoto } from '#server/testing/media.ts'
import { addSampleTemplate, detailOf, startSurvey } from '#server/testing/surveys.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let here: TestApp
let owner: MadeAccount
let port: number
let detail: string
/** A single connection, so that each request follows the previous one. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

beforeAll(async () => {
  here = await testApp()
  await addSampleTemplate(here)
  owner = await here.make.account()
  detail = detailOf(await startSurvey(owner), 'Building', 'Notes').id
  await here.app.listen({ port: 0, host: '127.0.0.1' })
  port = (here.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  agent.destroy()
  await here.close()
})

async function formOf(bytes: Buffer, part = 'photos', filename = 'roof.jpg') {
  const form = new FormData()
  form.append('user_survey_media[user_survey_sub_section_detail_id]', detail)
  form.append(`user_survey_media[${part}][]`, new Blob([Uint8Array.from(bytes)]), filename)
  const encoded = new Response(form)
  return {
    type: encoded.headers.get('content-type') ?? '',
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}

async function call(method: string, path: string, form?: { type: string; payload: Buffer }) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = { token: owner.api.token ?? '', ...(form ? { 'content-type': form.type } : {}) }
    const sent = request({ agent, port, host: '127.0.0.1', method, path: `/api${path}`, headers })
    sent.on('error', reject)
    sent.on('response', async (response) =>
      resolve({ status: response.statusCode ?? 0, body: await text(response) }),
    )
    sent.end(form?.payload)
  })
}

const upload = '/bx_block_survey/user_survey_media'

test('a disk that fills up during an upload is reported, and the connection stays usable', async () => {
  const big = Buffer.concat([await phonePhoto(), Buffer.alloc(9_000_000)])
  vi.spyOn(here.context.files, 'receive').mockImplementationOnce(async (source) => {
    for await (const piece of source) if (piece) break
    throw new StoreUnavailable('The file store failed (ENOSPC)')
  })
  const refused = await call('POST', upload, await formOf(big))
  expect(refused).toMatchObject({ status: 503, body: expect.stringContaining('"errors"') })
  expect(await call('GET', '/health/live')).toMatchObject({ status: 200 })
  expect(await call('POST', upload, await formOf(await phonePhoto()))).toMatchObject({ status: 201 })
})

test('an oversized upload is rejected, and the connection stays usable', async () => {
  const tooBig = Buffer.concat([await phonePhoto(), Buffer.alloc(19_000_000)])
  expect(await call('POST', upload, await formOf(tooBig))).toMatchObject({ status: 413 })
  expect(await call('GET', '/health/live')).toMatchObject({ status: 200 })
})

test.each([
  ['photos', 'roof.jpg', 10.5, 10],
  ['photos', 'roof.jpg', 25, 10],
  ['medias', 'roof.mp4', 20.5, 20],
  ['medias', 'roof.mp4', 45, 20],
])('%s: %s of %d MB is rejected with its file name', async (part, filename, megabytes, most) => {
  const form = await formOf(Buffer.alloc(megabytes * 1024 * 1024), part, filename)
  const { status, body } = await call('POST', upload, form)
  const words = `Name ${filename} file size exceeds maximum limit. Maximum allowed file size is ${most} MB`
  expect([status, JSON.parse(body).errors[0]]).toEqual([413, { message: words }])
  expect(await call('GET', '/health/live')).toMatchObject({ status: 200 })
})
