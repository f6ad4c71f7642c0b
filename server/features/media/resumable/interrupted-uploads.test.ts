import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { uploadResumed } from '#contract/media/resumable.ts'
import { createSurvey } from '#contract/surveys/surveys.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { videoPart } from '#server/testing/media.ts'
import { freePort, type RealServer, startServer } from '#server/testing/real-server.ts'

const environment = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Correct7horse' }
const base = '/api/files/uploads'
const megabyte = 1024 * 1024

let dataDir: string
let port: number
let server: RealServer
let api: HttpApi
let file: Buffer
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-parts-'))
  port = await freePort()
  server = await startServer({ dataDir, port, environment })
  const attributes = { email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD }
  const guest = new HttpApi(server.address)
  const session = await guest.call(logIn, { body: { data: { attributes } } })
  api = guest.as(session?.body.meta.token ?? '')
  file = await longVideo(3 * megabyte)
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** A video padded to a size that takes time to send. */
async function longVideo(size: number): Promise<Buffer> {
  const { bytes } = await videoPart()
  const rest = Buffer.alloc(size - bytes.length)
  rest.writeUInt32BE(rest.length)
  rest.write('free', 4)
  return Buffer.concat([bytes, rest])
}

function ask(method: string, path: string, headers: Record<string, string | number> = {}): ClientRequest {
  const own = { token: api.token ?? '', 'tus-resumable': '1.0.0', connection: 'close' }
  return request({ host: '127.0.0.1', port, method, path, headers: { ...own, ...headers } })
}

async function answerOf(asked: ClientRequest): Promise<IncomingMessage> {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  await text(answer)
  return answer
}

async function begin(size: number): Promise<string> {
  const answer = await answerOf(ask('POST', base, { 'upload-length': size, 'content-length': 0 }).end())
  return String(answer.headers.location)
}

async function offsetOf(path: string): Promise<number> {
  return Number((await answerOf(ask('HEAD', path).end())).headers['upload-offset'])
}

function append(path: string, offset: number, length: number): ClientRequest {
  const type = 'application/offset+octet-stream'
  return ask('PATCH', path, { 'content-type': type, 'upload-offset': offset, 'content-length': length })
}

const onDisk = (path: string) => join(dataDir, 'files', 'parts', path.split('/').at(-1) ?? '')
const sizeOnDisk = async (path: string) => (await stat(onDisk(path))).size
const arrived = (path: string, size: number) =>
  expect.poll(() => sizeOnDisk(path), { interval: 20 }).toBeGreaterThanOrEqual(size)

describe('an interrupted part', () => {
  test('counts as far as it arrived, even after the server is killed', async () => {
    const path = await begin(file.length)
    const cut = append(path, 0, file.length).on('error', () => undefined)
    cut.write(file.subarray(0, megabyte))
    await arrived(path, megabyte)
    await server.kill()
    server = await startServer({ dataDir, port, environment })
    const offset = await offsetOf(path)
    expect(offset).toBeGreaterThanOrEqual(megabyte)
    expect((await readFile(onDisk(path))).equals(file.subarray(0, offset))).toBe(true)

    const rest = await answerOf(append(path, offset, file.length - offset).end(file.subarray(offset)))
    expect([rest.statusCode, rest.headers['upload-offset']]).toEqual([204, String(file.length)])
    const templates = await api.call(listTemplates, {})
    const survey_template_id =
      templates?.body.survey_templates.find(({ name }) => name === 'General property inspection')?.id ?? ''
    const made = await api.call(createSurvey, {
      body: { id: newId(), survey_template_id, survey_name: 'Cut', owner_name: 'Nobody' },
    })
    const details = made?.body.data.attributes.user_survey_sections.flatMap((section) =>
      section.user_survey_sub_sections.flatMap((part) => part.user_survey_sub_section_details),
    )
    const field = details?.find(({ field_name }) => /^Overview/.test(field_name))?.id ?? ''
    const sha256 = createHash('sha256').update(file).digest('hex')
    const upload = path.split('/').at(-1) ?? ''
    const files = [{ id: newId(), kind: 'video' as const, upload, sha256, name: 'tour.mp4' }]
    const body = { id: newId(), user_survey_sub_section_detail_id: field, files }
    const taken = await api.call(uploadResumed, { body })
    expect(taken?.status).toBe(201)
    const [video] = taken?.body.data.attributes.media_details ?? []
    const kept = await api.bytes(video?.original_url ?? '')
    expect(kept?.equals(file)).toBe(true)
  })

  test('counts as far as it arrived when the network fails', async () => {
    const path = await begin(1000)
    const cut = append(path, 0, 1000).on('error', () => undefined)
    cut.write(Buffer.alloc(400))
    await arrived(path, 400)
    cut.destroy()
    await expect.poll(() => offsetOf(path)).toBe(400)
    const rest = await answerOf(append(path, 400, 600).end(Buffer.alloc(600)))
    expect(rest.headers['upload-offset']).toBe('1000')
  })

  test('may arrive slowly', async () => {
    const path = await begin(5)
    const slow = append(path, 0, 5)
    // The reply may arrive before the event loop sees the last byte.
    const answer = answerOf(slow)
    for (let count = 1; count <= 5; count++) {
      slow.write(Buffer.alloc(1))
      await arrived(path, count)
    }
    slow.end()
    expect((await answer).headers['upload-offset']).toBe('5')
  })

  test('is released for a device that reconnects, which gets the exact offset', async () => {
    const path = await begin(1000)
    const left = append(path, 0, 1000).on('error', () => undefined)
    left.write(Buffer.alloc(300))
    await arrived(path, 300)
    const [first, second] = await Promise.all([offsetOf(path), offsetOf(path)])
    expect([first, second]).toEqual([300, 300])
    left.destroy()
    expect((await answerOf(append(path, 300, 700).end(Buffer.alloc(700)))).statusCode).toBe(204)
  })

  test('leaves nothing of a file whose first request failed', async () => {
    const headers = {
      'upload-length': 1000,
      'content-length': 1000,
      'content-type': 'application/offset+octet-stream',
    }
    const files = async () => (await readdir(join(dataDir, 'files', 'parts'))).sort()
    const before = await files()
    const cut = ask('POST', base, headers).on('error', () => undefined)
    cut.write(Buffer.alloc(500))
    await expect.poll(async () => (await files()).length).toBe(before.length + 1)
    cut.destroy()
    await expect.poll(files).toEqual(before)
  })

  test('sent twice at once is accepted once, and the file stays intact', async () => {
    const path = await begin(file.length)
    const both = [0, 1].map(() => answerOf(append(path, 0, file.length).end(file)))
    const answers = await Promise.all(
      both.map((answer) =>
        answer.then(
          ({ statusCode }) => statusCode,
          () => 0,
        ),
      ),
    )
    expect(answers.filter((status) => status === 204)).toHaveLength(1)
    const offset = await offsetOf(path)
    if (offset < file.length)
      await answerOf(append(path, offset, file.length - offset).end(file.subarray(offset)))
    expect((await readFile(onDisk(path))).equals(file)).toBe(true)
  })
})
