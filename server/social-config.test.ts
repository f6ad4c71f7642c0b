import { expect, test } from 'vitest'
import { BadConfig, readConfig } from './config.ts'

const google = { OIDC_GOOGLE_CLIENT_ID: 'id', OIDC_GOOGLE_CLIENT_SECRET: 'secret' }
const acme = {
  OIDC_PROVIDERS: 'acme',
  OIDC_ACME_ISSUER: 'https://id.acme.example',
  OIDC_ACME_CLIENT_ID: 'id',
}

test('has no providers by default', () => {
  expect(readConfig({}).social).toEqual([])
  expect(readConfig({ OIDC_PROVIDERS: '', OIDC_GOOGLE_CLIENT_ID: '' }).social).toEqual([])
})

test('Google needs only its two variables', () => {
  expect(readConfig(google).social).toEqual([
    {
      kind: 'openid',
      id: 'google',
      name: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: 'id',
      clientSecret: 'secret',
    },
  ])
})

test('others by name, in their order, Facebook last', () => {
  const { social } = readConfig({
    ...google,
    ...acme,
    OIDC_PROVIDERS: 'acme, google',
    FACEBOOK_APP_ID: '1',
    FACEBOOK_APP_SECRET: 's',
  })
  expect(social.map(({ id, name }) => [id, name])).toEqual([
    ['google', 'Google'],
    ['acme', 'Acme'],
    ['facebook', 'Facebook'],
  ])
})

test.each<[Record<string, string>, RegExp]>([
  [{ OIDC_PROVIDERS: 'acme' }, /OIDC_ACME_ISSUER is missing[\s\S]*OIDC_ACME_CLIENT_ID is missing/],
  [
    { ...acme, OIDC_ACME_ISSUER: 'http://id.acme.example' },
    /OIDC_ACME_ISSUER must be an address that begins with https/,
  ],
  [{ ...acme, OIDC_ACME_ISSUER: 'acme' }, /OIDC_ACME_ISSUER must be/],
  [{ ...acme, OIDC_ACME_ISSUER: 'https://id.acme.example/?x=1' }, /OIDC_ACME_ISSUER must be/],
  [{ ...acme, OIDC_PROVIDERS: 'Acme!' }, /OIDC_PROVIDERS must be names/],
  [{ OIDC_PROVIDERS: 'facebook' }, /FACEBOOK_APP_ID and FACEBOOK_APP_SECRET/],
  [{ OIDC_ACME_CLIENT_ID: 'id' }, /OIDC_ACME_CLIENT_ID is of a provider that OIDC_PROVIDERS does not name/],
  [{ OIDC_GOOGLE_CLIENT_ID: 'id' }, /OIDC_GOOGLE_CLIENT_SECRET is missing/],
  [{ FACEBOOK_APP_ID: '1' }, /FACEBOOK_APP_SECRET is missing/],
  [{ FACEBOOK_APP_SECRET: 's' }, /FACEBOOK_APP_ID is missing/],
  [
    { FACEBOOK_APP_ID: '1', FACEBOOK_APP_SECRET: 's', FACEBOOK_API_URL: 'http://f.example' },
    /FACEBOOK_API_URL must be/,
  ],
])('%o is refused at the start, and no secret is repeated', (environment, words) => {
  expect(() => readConfig(environment)).toThrow(BadConfig)
  expect(() => readConfig(environment)).toThrow(words)
})

test('accepts unencrypted addresses only on this machine', () => {
  const { social } = readConfig({ ...acme, OIDC_ACME_ISSUER: 'http://localhost:4000' })
  expect(social).toHaveLength(1)
})
