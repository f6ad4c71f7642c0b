import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '#server/testing/mail-server.ts'
import { freePort } from '#server/testing/real-server.ts'
import { startSmsServer } from '#server/testing/sms-server.ts'
import { type TestApp, testAppForThisTest } from '#server/testing/test-app.ts'
import { type JobOptions, startJobs } from './jobs.ts'
import { queueMail } from './mail.ts'
import { queueMessage } from './queue.ts'
import type { MessageRow } from './transport.ts'

/** Retries at once, polls often. */
const quick: JobOptions = { waits: [0, 0], pollSeconds: 0.5, sendWithin: 5_000 }

async function run(here: TestApp, options: JobOptions = quick) {
  const jobs = await startJobs(here.context, options)
  onTestFinished(() => jobs.stop())
  return jobs
}

async function mailServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options)
  onTestFinished(() => server.close())
  return server
}

const reset = {
  kind: 'recovery.link',
  recipient: 'sam@example.com',
  subject: 'Choose a new\r\nBcc: all@example.com password',
  greeting: 'Hello <Sam> & "Co",',
  paragraphs: ['Somebody asked for it.'],
  action: { label: 'Choose', url: 'https://fieldbook.test/passwords/forgot_password?token=A&b=1' },
  code: '0482',
  footer: 'It lives for half an hour.',
}

function queueReset(here: TestApp, change: object = {}) {
  return queueMail(here.context.db, here.context, { ...reset, ...change }, here.context.clock())
}

async function rowOf(here: TestApp, id: string): Promise<MessageRow> {
  return here.context.db.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function becomes(here: TestApp, id: string, expected: object) {
  return expect.poll(() => rowOf(here, id)).toMatchObject(expected)
}

test('a mail arrives with both parts, its subject on one line, to one recipient', async () => {
  const server = await mailServer()
  const here = await testAppForThisTest({ SMTP_URL: server.url, MAIL_FROM: 'Fieldbook <f@example.com>' })
  await run(here)
  const id = await queueReset(here)
  const mail = await server.next()
  expect(mail).toMatchObject({
    recipients: ['sam@example.com'],
    from: { name: 'Fieldbook', address: 'f@example.com' },
    to: [{ address: 'sam@example.com' }],
    subject: 'Choose a new Bcc: all@example.com password',
    messageId: `<${id}@example.com>`,
  })
  expect(mail.bcc).toBeUndefined()
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
  for (const part of ['Hello <Sam> & "Co",', 'Somebody asked', '0482', reset.action.url, 'half an hour'])
    expect(mail.text).toContain(part)
  expect(mail.html).toContain('Hello &lt;Sam&gt; &amp; &quot;Co&quot;,')
  expect(mail.html).toContain('href="https://fieldbook.test/passwords/forgot_password?token=A&amp;b=1"')
  expect(mail.html).not.toContain('<Sam>')
  await becomes(here, id, { status: 'sent', attempts: 1, provider_id: `<${id}@example.com>` })
  expect(await rowOf(here, id)).toMatchObject({ sent_at: expect.any(Date), claimed_until: null })
})

test('a message of a call that is rolled back is never sent; one that was queued at the start is', async () => {
  const server = await mailServer()
  const here = await testAppForThisTest({ SMTP_URL: server.url })
  const early = await queueReset(here, { recipient: 'early@example.com' })
  await run(here)
  await here.context.db
    .transaction()
    .execute(async (tx) => {
      await queueMail(tx, here.context, { ...reset, recipient: 'never@example.com' }, new Date())
      throw new Error('back')
    })
    .catch(() => undefined)
  const last = await queueReset(here, { recipient: 'last@example.com' })
  await becomes(here, early, { status: 'sent' })
  await becomes(here, last, { status: 'sent' })
  expect(server.received.flatMap(({ recipients }) => recipients).sort()).toEqual([
    'early@example.com',
    'last@example.com',
  ])
})

test('one that the server cannot take now is retried; one that it will never take fails at once', async () => {
  let first = true
  const server = await mailServer({
    toRecipient: (address) => {
      if (address === 'gone@example.com') return { code: 550, text: 'No such mailbox' }
      const busy = address === 'busy@example.com' && first
      if (busy) first = false
      return busy ? { code: 451, text: 'Come back later' } : null
    },
  })
  const here = await testAppForThisTest({ SMTP_URL: server.url })
  await run(here)
  const busy = await queueReset(here, { recipient: 'busy@example.com' })
  const gone = await queueReset(here, { recipient: 'gone@example.com' })
  await becomes(here, busy, { status: 'sent', attempts: 2, last_error: '' })
  await becomes(here, gone, { status: 'failed', attempts: 1, last_error: expect.stringContaining('550') })
})

test('a server that is down fails a message after its last attempt, with the reason, and is used once it is back', async () => {
  const port = await freePort()
  const here = await testAppForThisTest({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  await run(here, { ...quick, waits: [0] })
  const lost = await queueReset(here)
  await becomes(here, lost, { status: 'failed', attempts: 2, last_error: expect.stringContaining('REFUSED') })
  const server = await mailServer({ port })
  const id = await queueReset(here)
  await becomes(here, id, { status: 'sent' })
  expect(server.received).toHaveLength(1)
})

test('a server that accepts the connection without a reply times out', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const place = silent.address()
  const port = typeof place === 'object' ? place?.port : 0
  const here = await testAppForThisTest({ SMTP_URL: `smtp://127.0.0.1:${port}` })
  await run(here, { ...quick, waits: [], sendWithin: 300 })
  const id = await queueReset(here)
  await becomes(here, id, { status: 'failed', attempts: 1, last_error: expect.stringMatching(/time|abort/i) })
})

test('one postponed by a clock that ran ahead is sent once the clock is right again', async () => {
  let busy = true
  const server = await mailServer({
    toRecipient: () => (busy ? { code: 451, text: 'Come back later' } : null),
  })
  const here = await testAppForThisTest({ SMTP_URL: server.url })
  const day = 24 * 3_600_000
  here.passTime(day)
  const options = { ...quick, waits: [3_600_000] }
  const ahead = await run(here, options)
  const id = await queueReset(here)
  await becomes(here, id, { status: 'queued', attempts: 1, claimed_until: null })
  // A poll that began at the other time would claim it until then.
  await ahead.stop()
  busy = false
  here.passTime(-day)
  await run(here, options)
  expect((await server.next()).recipients).toEqual(['sam@example.com'])
  await becomes(here, id, { status: 'sent', attempts: 2 })
})

test('a wrong login is retried, since the operator can fix it; the password is shown nowhere', async () => {
  const server = await mailServer({ login: { user: 'sender', pass: 'right' } })
  const wrong = server.url.replace('right', 'wr0ngSecret')
  const here = await testAppForThisTest({ SMTP_URL: wrong })
  await run(here, { ...quick, waits: [3_600_000] })
  const id = await queueReset(here)
  await becomes(here, id, { status: 'queued', attempts: 1, last_error: expect.stringContaining('535') })
  const row = await rowOf(here, id)
  expect(row.last_error).not.toContain('wr0ngSecret')
  expect(row.next_attempt_at.getTime()).toBeGreaterThan(Date.now() + 40 * 60_000)
})

test('the right login works', async () => {
  const server = await mailServer({ login: { user: 'se@nder', pass: 'ri:ght/%' } })
  const here = await testAppForThisTest({ SMTP_URL: server.url })
  await run(here)
  await becomes(here, await queueReset(here), { status: 'sent' })
})

test('two processes on one database send each message once', async () => {
  const server = await mailServer()
  const here = await testAppForThisTest({ SMTP_URL: server.url })
  await Promise.all([run(here), run(here)])
  const ids = await Promise.all(
    Array.from({ length: 30 }, (_, index) => queueReset(here, { recipient: `s${index}@example.com` })),
  )
  for (const id of ids) await becomes(here, id, { status: 'sent', attempts: 1 })
  const recipients = server.received.flatMap((mail) => mail.recipients)
  expect(recipients).toHaveLength(30)
  expect(new Set(recipients).size).toBe(30)
})

test('at a stop, sends in progress finish; a dead process’s message is sent when its claim ends', async () => {
  let taking: () => void = () => {}
  const asked = new Promise<void>((tell) => {
    taking = tell
  })
  let go: () => void = () => {}
  const allowed = new Promise<void>((tell) => {
    go = tell
  })
  const server = await mailServer({
    beforeTaking: () => {
      taking()
      return allowed
    },
  })
  const here = await testAppForThisTest({ SMTP_URL: server.url })
  const jobs = await startJobs(here.context, { ...quick, sendWithin: 20_000 })
  const id = await queueReset(here)
  await asked
  const stopped = jobs.stop()
  go()
  await stopped
  expect(await rowOf(here, id)).toMatchObject({ status: 'sent' })

  const dead = await queueReset(here)
  await here.context.db
    .updateTable('message')
    .set({ attempts: 1, claimed_until: new Date(here.context.clock().getTime() + 60_000) })
    .where('id', '=', dead)
    .execute()
  const next = await run(here)
  await next.sweep()
  expect(await rowOf(here, dead)).toMatchObject({ status: 'queued', attempts: 1 })
  here.passTime(61_000)
  const swept = async () => {
    await next.sweep()
    return rowOf(here, dead)
  }
  await expect.poll(swept).toMatchObject({ status: 'sent', attempts: 2 })
})

test('expired messages are not sent', async () => {
  const server = await mailServer()
  const here = await testAppForThisTest({ SMTP_URL: server.url })
  const now = here.context.clock()
  const code = await queueReset(here, { expiresAt: new Date(now.getTime() + 600_000) })
  const notice = await queueReset(here)
  const later = await queueReset(here, { expiresAt: new Date(now.getTime() + 7 * 86_400_000) })
  here.passTime(86_400_000)
  await run(here)
  await becomes(here, code, { status: 'failed', attempts: 0, last_error: 'outbox.tooLate' })
  await becomes(here, notice, { status: 'failed', attempts: 0, last_error: 'outbox.waitedTooLong' })
  await becomes(here, later, { status: 'sent' })
  expect(server.received).toHaveLength(1)
})

test('a text message goes to the provider, with the installation’s credentials there', async () => {
  const provider = await startSmsServer((call) =>
    call === 1 ? { status: 503, body: {} } : call === 3 ? { status: 400, body: badNumber } : null,
  )
  onTestFinished(() => provider.close())
  const here = await testAppForThisTest({
    PUBLIC_URL: 'https://fieldbook.test',
    SMS_API_URL: provider.url,
    SMS_ACCOUNT_SID: 'AC1',
    SMS_AUTH_TOKEN: 'token',
    SMS_FROM: '+15550100',
    BOUNCE_SECRET: 'a-secret-of-the-provider',
  })
  await run(here)
  const sms = { channel: 'sms', kind: 'code', recipient: '+15550123', body: 'Código 0482' } as const
  const id = await queueMessage(here.context.db, sms, here.context.clock())
  await becomes(here, id, { status: 'sent', attempts: 2, provider_id: 'SM2' })
  expect(provider.calls.at(-1)).toEqual({
    path: '/2010-04-01/Accounts/AC1/Messages.json',
    authorization: `Basic ${Buffer.from('AC1:token').toString('base64')}`,
    form: {
      To: '+15550123',
      From: '+15550100',
      Body: 'Código 0482',
      StatusCallback: 'https://sms:a-secret-of-the-provider@fieldbook.test/api/admin/outbox/sms_status',
    },
  })
  const refused = await queueMessage(here.context.db, sms, here.context.clock())
  await becomes(here, refused, { status: 'failed', attempts: 1, last_error: 'No such number (21211)' })
})

const badNumber = { code: 21211, message: 'No such number' }
