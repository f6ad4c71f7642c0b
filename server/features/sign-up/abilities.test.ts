import { afterAll, beforeAll, expect, test } from 'vitest'
import { abilities, resendEmailLink, sendCode } from '#contract/accounts/entry.ts'
import { askResetCode, askResetLink } from '#contract/accounts/recovery.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let bare: TestApp
let sending: TestApp
beforeAll(async () => {
  bare = await testApp()
  sending = await testApp({
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMS_ACCOUNT_SID: 'AC1',
    SMS_AUTH_TOKEN: 'secret',
    SMS_FROM: '+15555550100',
    SMS_API_URL: 'http://127.0.0.1:9',
    FACEBOOK_APP_ID: '1',
    FACEBOOK_APP_SECRET: 'secret',
  })
})
afterAll(async () => {
  await bare.close()
  await sending.close()
})

test('public callers learn only whether messages can be sent', async () => {
  expect((await bare.api.call(abilities, {})).body).toEqual({
    data: { sends_email: false, sends_sms: false, has_social: false },
  })
  expect((await sending.api.call(abilities, {})).body).toEqual({
    data: { sends_email: true, sends_sms: true, has_social: true },
  })
})

const phone = '+1 (555) 555-0123'

async function told({ api, make }: TestApp) {
  const account = await make.account({ isProven: false })
  const link = (email: string) => ({ body: { data: { attributes: { email } } } })
  const texted = { full_phone_number: phone }
  const replies = [
    await account.api.call(resendEmailLink, {}),
    await api.call(askResetLink, link(account.email)),
    await api.call(askResetLink, link('nobody@example.com')),
    await api.call(askResetCode, link(account.email)),
    await api.call(askResetCode, { body: { data: { attributes: texted } } }),
    await api.call(sendCode, { body: { data: { attributes: { ...texted, purpose: 'log-in' } } } }),
  ]
  return replies.map(({ status, body, errors }) => [status, status < 300 ? body.data.message : errors])
}

test('announces no message that cannot be sent', async () => {
  const noMail =
    'No mail server is set up, so nothing is sent. Your administrator can read the message and give it to you.'
  const noCode =
    'Sending is not set up. If this belongs to an account, your administrator can read the code and give it to you.'
  const noTexts =
    'Text messages are not set up, so nothing is sent. Your administrator can read the code and give it to you.'
  const replies = await told(bare)
  expect(replies.map(([, message]) => message)).toEqual([noMail, noMail, noMail, noCode, noCode, noTexts])
})

test('announces messages that can be sent', async () => {
  const replies = await told(sending)
  expect(replies.map(([, message]) => message)).toEqual([
    'We sent the email again.',
    'If this address belongs to an account, a message with a recovery link is on its way to it.',
    'If this address belongs to an account, a message with a recovery link is on its way to it.',
    'If this belongs to an account, a one-time code is on its way to it.',
    'If this belongs to an account, a one-time code is on its way to it.',
    'We sent a code to this number.',
  ])
})
