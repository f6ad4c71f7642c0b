import { v7 as newId, v4 as newKey } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outbox, reportBounce, reportSmsStatus, retryMessage, testMessage } from '#contract/admin/outbox.ts'
import { tidy } from '#server/housekeeping.ts'
import type { MadeAccount } from '#server/testing/make.ts'
import { type TestApp, testApp, testAppForThisTest } from '#server/testing/test-app.ts'
import { type NewMessage, queueMessage } from './queue.ts'

const secret = 'a-secret-of-the-provider'
const day = 86_400_000

let here: TestApp
let admin: MadeAccount
beforeAll(async () => {
  here = await testApp({ BOUNCE_SECRET: secret })
  admin = await here.make.account({ role: 'admin' })
})
afterAll(() => here.close())

let count = 0
function queue(change: Partial<NewMessage> = {}): Promise<string> {
  const message = {
    channel: 'email',
    kind: 'test',
    recipient: `q${++count}@example.com`,
    body: 'Hi',
  } as const
  return queueMessage(here.context.db, { ...message, ...change }, here.context.clock())
}

function set(id: string, change: object): Promise<unknown> {
  return here.context.db.updateTable('message').set(change).where('id', '=', id).execute()
}

const failed = { status: 'failed', attempts: 6, last_error: 'Connection refused' }

async function shown(id: string) {
  const list = await admin.api.call(outbox, { query: { per_page: '100' } })
  return list.body.data.find((one) => one.id === id)?.attributes
}

describe('access', () => {
  test('only administrators read, resend or send a test', async () => {
    const id = await queue()
    await set(id, failed)
    const other = await here.make.account()
    const body = { channel: 'email', to: 'a@example.com' } as const
    for (const [api, status] of [
      [here.api, 401],
      [other.api, 403],
    ] as const) {
      expect(await api.call(outbox, {})).toMatchObject({ status })
      expect(await api.call(retryMessage, { params: { id } })).toMatchObject({ status })
      expect(await api.call(testMessage, { body })).toMatchObject({ status })
    }
    expect(await shown(id)).toMatchObject({ status: 'failed' })
    expect((await admin.api.call(outbox, { query: { to: body.to } })).body.data).toEqual([])
  })

  test('a bounce requires the secret, and is always rejected without one', async () => {
    const body = { provider_id: 'x', reason: 'full' }
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
    for (const authorization of [
      '',
      `Bearer ${secret}x`,
      'Bearer ',
      secret,
      basic(secret),
      basic(`${secret}:`),
    ])
      for (const call of [
        () => here.api.call(reportBounce, { body }, { headers: { authorization } }),
        () =>
          here.api.call(
            reportSmsStatus,
            { body: { MessageSid: 'x', MessageStatus: 'failed' } },
            { headers: { authorization } },
          ),
        () => admin.api.call(reportBounce, { body }, { headers: { authorization } }),
      ])
        expect(await call(), authorization).toMatchObject({ status: 403 })
    for (const authorization of [`Bearer ${secret}`, basic(`any:${secret}`)])
      expect(await here.api.call(reportBounce, { body }, { headers: { authorization } })).toMatchObject({
        status: 404,
      })
    const without = await testAppForThisTest()
    const headers = { authorization: 'Bearer ' }
    expect(await without.api.call(reportBounce, { body }, { headers })).toMatchObject({ status: 403 })
  })
})

describe('the list', () => {
  test('is newest first, in pages, with contents and outcome', async () => {
    const first = await queue({ recipient: 'pages@example.com', subject: 'One', html: '<b>Hi</b>' })
    here.passTime(1_000)
    const second = await queue({ recipient: 'pages@example.com' })
    const page = async (number: string) =>
      admin.api.call(outbox, { query: { to: 'Pages@Example.com', per_page: '1', page: number } })
    const newest = await page('1')
    expect(newest.body.meta).toEqual({
      total_pages: 2,
      total_count: 2,
      current_page: 1,
      email_is_set_up: false,
      sms_is_set_up: false,
    })
    expect(newest.body.data.map(({ id }) => id)).toEqual([second])
    expect((await page('2')).body.data).toEqual([
      {
        id: first,
        type: 'message',
        attributes: {
          channel: 'email',
          kind: 'test',
          to: 'pages@example.com',
          subject: 'One',
          body: 'Hi',
          status: 'queued',
          attempts: 0,
          last_error: '',
          created_at: expect.any(String),
          next_attempt_at: expect.any(String),
          sent_at: null,
          bounced_at: null,
          can_retry: false,
        },
      },
    ])
    expect((await page('3')).body.data).toEqual([])
  })

  test('finds whole addresses, parts, and numbers as people write them', async () => {
    const mail = await queue({ recipient: 'ann_lee@example.org' })
    const longer = await queue({ recipient: 'joann_lee@example.org' })
    const sms = await queue({ channel: 'sms', recipient: '+15550177' })
    const found = async (query: object) =>
      (await admin.api.call(outbox, { query })).body.data.map(({ id }) => id)
    expect(await found({ to: 'ann_lee@example.org' })).toEqual([mail])
    expect(await found({ to: 'ANN_LEE' })).toEqual([longer, mail])
    expect(await found({ to: 'ann%' })).toEqual([])
    for (const to of ['+15550177', ' 15550177', '+1 (555) 0177', '0177'])
      expect(await found({ to })).toEqual([sms])
    expect(await found({ to: 'lee', channel: 'sms' })).toEqual([])
    expect(await found({ to: '0177', channel: 'sms' })).toEqual([sms])
    await set(sms, failed)
    expect(await found({ to: '0177', status: 'queued' })).toEqual([])
    expect(await found({ to: '0177', status: 'failed' })).toEqual([sms])
  })
})

describe('sending again', () => {
  test('a message that failed is queued again, once, and that is recorded', async () => {
    const id = await queue()
    await set(id, failed)
    const key = newKey()
    const retry = () => admin.api.call(retryMessage, { params: { id } }, { key })
    expect((await retry()).body.data.attributes).toMatchObject({
      status: 'queued',
      attempts: 0,
      last_error: '',
      can_retry: false,
    })
    expect(await retry()).toMatchObject({ status: 200 })
    expect(await admin.api.call(retryMessage, { params: { id } })).toMatchObject({
      status: 422,
      errors: [{ message: 'Only a message that failed can be sent again.' }],
    })
    const audit = await here.context.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'message.retried')
      .where('target_id', '=', id)
      .execute()
    expect(audit).toMatchObject([{ account_id: admin.id, target_type: 'message' }])
  })

  test('of two at the same moment only one does it', async () => {
    const id = await queue()
    await set(id, failed)
    const both = await Promise.all([1, 2].map(() => admin.api.call(retryMessage, { params: { id } })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('an expired code, a text that is gone, and an unknown message are refused', async () => {
    const over = await queue({ expiresAt: new Date(here.context.clock().getTime() - 1) })
    const gone = await queue()
    await set(over, failed)
    await set(gone, { ...failed, body: '' })
    for (const id of [over, gone]) {
      expect(await admin.api.call(retryMessage, { params: { id } })).toMatchObject({ status: 422 })
      expect(await shown(id)).toMatchObject({ can_retry: false })
    }
    expect(await admin.api.call(retryMessage, { params: { id: newId() } })).toMatchObject({ status: 404 })
  })
})

describe('a test message', () => {
  test('is sent like all others, in both channels', async () => {
    const mail = await admin.api.call(testMessage, { body: { channel: 'email', to: ' Me@Example.com ' } })
    expect(mail).toMatchObject({ status: 201 })
    expect(mail.body.data.attributes).toMatchObject({
      to: 'me@example.com',
      kind: 'outbox.test',
      status: 'queued',
    })
    const sms = await admin.api.call(testMessage, { body: { channel: 'sms', to: '+1 (555) 0100' } })
    expect(sms.body.data.attributes).toMatchObject({ channel: 'sms', to: '+15550100' })
    expect(sms.body.data.attributes.body).toContain('http://fieldbook.test')
  })

  test('needs an address or a number', async () => {
    for (const body of [
      { channel: 'email', to: '+15550100' },
      { channel: 'email', to: 'a@example.com, b@example.com' },
      { channel: 'sms', to: 'a@example.com' },
    ] as const)
      expect(await admin.api.call(testMessage, { body })).toMatchObject({
        status: 422,
        errors: [{ to: expect.any(String) }],
      })
  })
})

describe('bounces', () => {
  const headers = { authorization: `Bearer ${secret}` }
  const sent = (id: string, provider_id: string) =>
    set(id, { status: 'sent', attempts: 1, provider_id, sent_at: here.context.clock() })

  test('by the provider’s id of a mail, with or without its brackets; the first report stays', async () => {
    const id = await queue()
    await sent(id, '<m1@example.com>')
    const call = (reason: string) =>
      here.api.call(reportBounce, { body: { provider_id: 'm1@example.com', reason } }, { headers })
    expect((await call('550 full\r\nmailbox')).body).toEqual({ data: { message: 'Recorded.' } })
    await call('again')
    expect(await shown(id)).toMatchObject({
      status: 'failed',
      bounced_at: expect.any(String),
      last_error: 'Bounced: 550 full mailbox',
      can_retry: true,
    })
  })

  test('by the recipient: the newest that was sent', async () => {
    const [old, newer, waiting] = await Promise.all(
      [1, 2, 3].map(() => queue({ recipient: 'b@example.com' })),
    )
    await sent(old ?? '', 'b1')
    await sent(newer ?? '', 'b2')
    await set(old ?? '', { created_at: new Date(here.context.clock().getTime() - day) })
    const call = await here.api.call(reportBounce, { body: { to: 'B@example.com' } }, { headers })
    expect(call.status).toBe(200)
    expect(await shown(newer ?? '')).toMatchObject({ status: 'failed', last_error: 'Bounced.' })
    expect(await shown(old ?? '')).toMatchObject({ status: 'sent' })
    expect(await shown(waiting ?? '')).toMatchObject({ status: 'queued' })
    const nothing = await here.api.call(reportBounce, { body: { reason: 'x' } }, { headers })
    expect(nothing).toMatchObject({ status: 422 })
  })

  test('Twilio’s callback, as the form that it sends', async () => {
    const id = await queue({ channel: 'sms', recipient: '+15550199' })
    await sent(id, 'SM99')
    const post = (form: Record<string, string>) =>
      here.app.inject({
        method: 'POST',
        url: '/api/admin/outbox/sms_status',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ MessageSid: 'SM99', AccountSid: 'AC1', ...form }).toString(),
      })
    expect((await post({ MessageStatus: 'delivered' })).statusCode).toBe(200)
    expect(await shown(id)).toMatchObject({ status: 'sent' })
    expect((await post({ MessageStatus: 'undelivered', ErrorCode: '30003' })).statusCode).toBe(200)
    expect(await shown(id)).toMatchObject({ status: 'failed', last_error: 'Bounced: 30003' })
  })

  test('forms are accepted nowhere else', async () => {
    const response = await here.app.inject({
      method: 'POST',
      url: '/api/admin/outbox/test',
      headers: { token: admin.api.token ?? '', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'channel=email&to=a%40example.com',
    })
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
  })
})

test('texts are stored for thirty days and rows for a year; expired messages are closed', async () => {
  const now = here.context.clock().getTime()
  const aged = async (days: number, change: object = {}) => {
    const id = await queue({ html: '<b>Hi</b>' })
    await set(id, { status: 'sent', created_at: new Date(now - days * day), ...change })
    return id
  }
  const [young, month, year] = [await aged(29), await aged(31), await aged(366)]
  const over = await aged(1, { status: 'queued', expires_at: new Date(now - 1_000) })
  await tidy(here.context, { strays: false })
  const kept = await here.context.db.selectFrom('message').selectAll().execute()
  const row = (id: string) => kept.find((one) => one.id === id)
  expect(row(young)).toMatchObject({ body: 'Hi' })
  expect(row(month)).toMatchObject({ body: '', html: '' })
  expect(row(year)).toBeUndefined()
  expect(row(over)).toMatchObject({ status: 'failed' })
  const attributes = await shown(over)
  expect(attributes?.last_error).toBe('Not sent in time: the code or link in it has expired.')
})
