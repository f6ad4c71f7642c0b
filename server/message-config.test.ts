import { expect, test } from 'vitest'
import { BadConfig, readConfig } from './config.ts'

test.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false, login: null }],
  ['smtp://127.0.0.1:1025', { host: '127.0.0.1', port: 1025, secure: false, login: null }],
  ['smtp://[::1]:25/', { host: '::1', port: 25, secure: false, login: null }],
  [
    'smtps://me%40example.com:p%3Aw%2F@mail.example.com',
    { host: 'mail.example.com', port: 465, secure: true, login: { user: 'me@example.com', pass: 'p:w/' } },
  ],
])('%s', (SMTP_URL, expected) => {
  expect(readConfig({ SMTP_URL }).smtp).toEqual(expected)
})

test.each([
  ['Fieldbook <a@example.com>', 'Fieldbook', 'a@example.com'],
  ['"Hill & Co, Surveys" <a@example.com>', 'Hill & Co, Surveys', 'a@example.com'],
  ['a@example.com', '', 'a@example.com'],
  ['fieldbook@localhost', '', 'fieldbook@localhost'],
])('sender %s', (MAIL_FROM, name, address) => {
  expect(readConfig({ MAIL_FROM }).mailFrom).toEqual({ name, address })
})

test('derives the default sender from the public address', () => {
  const of = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }).mailFrom.address
  expect(of('https://survey.example.com')).toBe('no-reply@survey.example.com')
  expect(of('http://127.0.0.1:3000')).toBe('no-reply@fieldbook.local')
})

test.each([
  [{ SMTP_URL: 'http://user:hidden@mail.example.com' }],
  [{ SMTP_URL: 'smtp://user:hidden@mail.example.com?tls.rejectUnauthorized=false' }],
  [{ SMTP_URL: 'smtp://' }],
  [{ MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' }],
  [{ MAIL_FROM: 'a@example.com, b@example.com' }],
  [{ MAIL_FROM: 'Nobody' }],
  [{ SMS_API_URL: 'http://sms.example.com' }],
  [{ SMS_ACCOUNT_SID: 'AC1', SMS_AUTH_TOKEN: 'hidden' }],
  [{ BOUNCE_SECRET: 'hidden' }],
])('%o is refused at the start, without telling secrets', (environment: Record<string, string>) => {
  expect(() => readConfig(environment)).toThrow(BadConfig)
  expect(() => readConfig(environment)).not.toThrow(/hidden/)
})

test('a provider on this machine needs no TLS', () => {
  const environment = { SMS_ACCOUNT_SID: 'AC1', SMS_AUTH_TOKEN: 't', SMS_FROM: 'Fieldbook' }
  expect(readConfig({ ...environment, SMS_API_URL: 'http://localhost:9/' }).sms).toEqual({
    apiUrl: 'http://localhost:9',
    accountSid: 'AC1',
    authToken: 't',
    from: 'Fieldbook',
  })
  expect(readConfig(environment).sms?.apiUrl).toBe('https://api.twilio.com')
})
