import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { outbox, testMessage } from '#contract/admin/outbox.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { type RealServer, startServer } from '#server/testing/real-server.ts'

const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'Correct7horse' }
const until = { timeout: 50_000, interval: 100 }

async function signedIn({ address }: RealServer): Promise<HttpApi> {
  const api = new HttpApi(address)
  const attributes = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }
  const session = await api.call(logIn, { body: { data: { attributes } } })
  return api.as(session?.body.meta.token ?? '')
}

/** Retries until it works: the database may just be restarting. */
function sendTest(api: HttpApi, to: string): Promise<void> {
  const send = async () => (await api.call(testMessage, { body: { channel: 'email', to } }))?.status
  return expect.poll(send, until).toBe(201)
}

async function statusOf(api: HttpApi, to: string): Promise<string | undefined> {
  const listed = await api.call(outbox, { query: { to } })
  return listed?.body.data?.[0]?.attributes.status
}

async function killDatabase(dataDir: string): Promise<void> {
  const postmaster = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
  process.kill(Number(postmaster.split('\n')[0]), 'SIGKILL')
}

test('messages survive kill -9 of the server and of its database, and the server survives its database', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-messages-'))
  const mail = await startMailServer()
  onTestFinished(async () => {
    await mail.close()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20 })
  })
  const first = await startServer({ dataDir, environment: admin })
  await sendTest(await signedIn(first), 'one@example.com')
  await first.kill()

  const server = await startServer({ dataDir, environment: { ...admin, SMTP_URL: mail.url } })
  expect((await mail.next()).recipients).toEqual(['one@example.com'])
  const api = await signedIn(server)
  await expect.poll(() => statusOf(api, 'one@example.com'), until).toBe('sent')

  await killDatabase(dataDir)
  await sendTest(api, 'two@example.com')
  expect((await mail.next()).recipients).toEqual(['two@example.com'])
  await expect.poll(() => statusOf(api, 'two@example.com'), until).toBe('sent')
  // A machine that goes down ends both together.
  await killDatabase(dataDir)
  expect(await server.stop()).toBe(0)
}, 150_000)
