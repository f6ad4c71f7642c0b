import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { createSurvey } from '#contract/surveys/surveys.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { testDatabase } from '#server/testing/database.ts'
import { seededFolder } from '#server/testing/database-folder.ts'
import { EventReader } from '#server/testing/event-reader.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { type RealServer, startServer } from '#server/testing/real-server.ts'

const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Correct7horse' }
/** Longer than any test, so that nothing waits for it. */
const never = '3600'
const credentials = JSON.stringify({
  data: { attributes: { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD } },
})

/** Starts the real program on its own database. */
async function started(stopWithin: string): Promise<RealServer> {
  const database = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-stop-'))
  const environment = { ...admin, DATABASE_URL: database.url, STOP_WITHIN: stopWithin }
  const server = await startServer({ dataDir, environment })
  onTestFinished(async () => {
    await server.kill()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return server
}

async function signedIn(server: RealServer): Promise<HttpApi> {
  const api = new HttpApi(server.address)
  const session = await api.call(logIn, { body: JSON.parse(credentials) })
  return api.as(session?.body.meta.token ?? '')
}

/** Opens a raw connection; the test sends every byte. */
async function raw(server: RealServer): Promise<Socket> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  onTestFinished(() => void socket.destroy())
  return socket
}

async function halfLogin(server: RealServer): Promise<Socket> {
  const socket = await raw(server)
  const half = credentials.slice(0, 20)
  await begun(
    socket,
    `POST /api/login/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
      `content-length: ${credentials.length}\r\nexpect: 100-continue\r\n\r\n`,
  )
  socket.write(half)
  return socket
}

/** Sends a call and waits for the server's first bytes, so that the call has started. */
async function begun(socket: Socket, text: string): Promise<void> {
  socket.write(text)
  await once(socket, 'data')
}

/** Starts the upload of a 1,000-byte file and sends only ten bytes. */
async function halfPart(server: RealServer, { token }: HttpApi): Promise<Socket> {
  const tus = { 'tus-resumable': '1.0.0', token: token ?? '' }
  const made = await fetch(`${server.address}/api/files/uploads`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': '1000' },
  })
  const { pathname } = new URL(made.headers.get('location') ?? '', server.address)
  const socket = await raw(server)
  const headers = Object.entries({ ...tus, 'upload-offset': '0', 'content-length': '1000' })
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  await begun(
    socket,
    `PATCH ${pathname} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/offset+octet-stream\r\n` +
      `${head}expect: 100-continue\r\n\r\n`,
  )
  socket.write('0123456789')
  return socket
}

/** Requests six megabytes, more than any buffer, and stops reading. */
async function readerThatStops(server: RealServer): Promise<Socket> {
  const socket = await raw(server)
  await begun(
    socket,
    'GET /api/docs/static/swagger-ui-bundle.js HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(4),
  )
  return socket.pause()
}

async function openForm(server: RealServer, api: HttpApi): Promise<EventReader> {
  const templates = await api.call(listTemplates, {})
  const survey_template_id = templates?.body.survey_templates[0]?.id ?? ''
  const id = newId()
  await api.call(createSurvey, {
    body: { id, survey_template_id, survey_name: 'Stop', owner_name: 'Nobody' },
  })
  const reader = await EventReader.open(`${server.address}/api/bx_block_survey/users_survey/${id}/events`, {
    token: api.token ?? '',
  })
  expect((await reader.next()).event).toBe('open')
  return reader
}

/** Waits until the server accepts no connections. */
async function untilStopping(server: RealServer): Promise<void> {
  await expect.poll(() => isRefused(server)).toBe(true)
}

async function isRefused(server: RealServer): Promise<boolean> {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1')
  try {
    await once(socket, 'connect')
    return false
  } catch {
    return true
  } finally {
    socket.destroy()
  }
}

async function postmasterOf(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}

test('a stop does not wait for open streams and idle connections, and answers calls in flight', async () => {
  const server = await started(never)
  const api = await signedIn(server)
  const [form, unused, kept] = [await openForm(server, api), await raw(server), await raw(server)]
  await begun(kept, 'GET /api/health/live HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const calling = await halfLogin(server)
  const closed = [unused, kept].map((socket) => once(socket.resume(), 'close'))
  const ended = server.stop()
  await Promise.all([form.ended, ...closed])
  await untilStopping(server)
  const answer = once(calling, 'data')
  calling.write(credentials.slice(20))
  expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i)
  expect(await ended).toBe(0)
}, 60_000)

test('cuts stalled clients after the grace period and exits cleanly', async () => {
  const server = await started('1')
  const api = await signedIn(server)
  const stalled = [await halfLogin(server), await halfPart(server, api), await readerThatStops(server)]
  const cut = stalled.slice(0, 2).map((socket) => once(socket.resume(), 'close'))
  expect(await server.stop()).toBe(0)
  await Promise.all(cut)
}, 60_000)

test('a second signal cuts stalled clients at once', async () => {
  const server = await started(never)
  await halfLogin(server)
  const ended = server.stop()
  await untilStopping(server)
  process.kill(server.pid, 'SIGTERM')
  expect(await ended).toBe(0)
}, 60_000)

test('a paused database does not delay a stop, and its data are intact at the next start', async () => {
  await using folder = await seededFolder()
  const environment = { ...admin, STOP_WITHIN: '1' }
  const server = await startServer({ dataDir: folder.dataDir, environment })
  const postmaster = await postmasterOf(folder.dataDir)
  process.kill(postmaster, 'SIGSTOP')
  const asked = request(`${server.address}/api/health/ready`).on('error', () => {})
  asked.end()
  const code = await server.stop()
  process.kill(postmaster, 'SIGCONT')
  expect(code).toBe(0)
  const again = await startServer({ dataDir: folder.dataDir, environment })
  expect((await signedIn(again)).token).not.toBe('')
  expect(await again.stop()).toBe(0)
}, 180_000)
