import { oneLine } from '#contract/rules/one-line.ts'

/** A provider of OpenID Connect. */
export interface OpenIdProvider {
  readonly kind: 'openid'
  /** Id in addresses and records; must not change once accounts use it. */
  readonly id: string
  /** Name on buttons. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  /** Null: a public client, protected only by PKCE. */
  readonly clientSecret: string | null
}

/** Facebook's own variant of the protocol. */
export interface FacebookProvider {
  readonly kind: 'facebook'
  readonly id: 'facebook'
  readonly name: 'Facebook'
  readonly appId: string
  readonly appSecret: string
  readonly apiUrl: string
  readonly dialogUrl: string
}

export type SocialProvider = OpenIdProvider | FacebookProvider

type Environment = Readonly<Record<string, string | undefined>>

export const googleIssuer = 'https://accounts.google.com'
/** A version of Facebook's API is valid for two years; settings can replace both addresses. */
const facebook = {
  apiUrl: 'https://graph.facebook.com/v24.0',
  dialogUrl: 'https://www.facebook.com/v24.0/dialog/oauth',
}
const parts = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'NAME'] as const
const partOf = new RegExp(`^OIDC_([A-Z][A-Z0-9_]*?)_(${parts.join('|')})$`)

/** Reads `OIDC_…` and `FACEBOOK_…`; adds a line to `wrong` for each missing or invalid variable. */
export function readSocialProviders(environment: Environment, wrong: string[]): readonly SocialProvider[] {
  const ids = idsOf(environment, wrong)
  for (const name of Object.keys(environment)) {
    const id = partOf.exec(name)?.[1]?.toLowerCase()
    if (id && environment[name] && !ids.includes(id))
      wrong.push(`${name} is of a provider that OIDC_PROVIDERS does not name.`)
  }
  return [...ids.map((id) => openIdProvider(id, environment, wrong)), ...facebookProvider(environment, wrong)]
}

/** Google is included if its own variables are set. */
function idsOf(environment: Environment, wrong: string[]): readonly string[] {
  const listed = (environment.OIDC_PROVIDERS ?? '').split(',').map((id) => id.trim())
  const ids = [...new Set([...(environment.OIDC_GOOGLE_CLIENT_ID ? ['google'] : []), ...listed])].filter(
    Boolean,
  )
  const bad = ids.filter((id) => !/^[a-z][a-z0-9_]{0,30}$/.test(id) || id === 'facebook')
  for (const id of bad)
    wrong.push(
      `OIDC_PROVIDERS must be names of small letters and digits, such as google,acme, not "${id}"${id === 'facebook' ? ' (it has variables of its own, FACEBOOK_APP_ID and FACEBOOK_APP_SECRET)' : ''}.`,
    )
  return ids.filter((id) => !bad.includes(id))
}

function openIdProvider(id: string, environment: Environment, wrong: string[]): OpenIdProvider {
  const isGoogle = id === 'google'
  const prefix = `OIDC_${id.toUpperCase()}`
  const issuer = environment[`${prefix}_ISSUER`] || (isGoogle ? googleIssuer : '')
  const clientId = environment[`${prefix}_CLIENT_ID`] || ''
  const clientSecret = environment[`${prefix}_CLIENT_SECRET`] || null
  const name = oneLine(environment[`${prefix}_NAME`] ?? '') || (isGoogle ? 'Google' : capitalised(id))
  if (!issuer) wrong.push(`${prefix}_ISSUER is missing: the address of the provider ${id}.`)
  else if (!isSafeAddress(issuer))
    wrong.push(
      `${prefix}_ISSUER must be an address that begins with https:// (http:// on this machine only), not "${issuer}".`,
    )
  if (!clientId) wrong.push(`${prefix}_CLIENT_ID is missing: the name of this installation at ${id}.`)
  if (isGoogle && !clientSecret)
    wrong.push(`${prefix}_CLIENT_SECRET is missing: Google gives it together with the client id.`)
  if (name.length > 40) wrong.push(`${prefix}_NAME must be at most 40 characters.`)
  return { kind: 'openid', id, name, issuer, clientId, clientSecret }
}

function facebookProvider(environment: Environment, wrong: string[]): readonly FacebookProvider[] {
  const appId = environment.FACEBOOK_APP_ID || ''
  const appSecret = environment.FACEBOOK_APP_SECRET || ''
  if (!appId && !appSecret) return []
  if (!appId) wrong.push('FACEBOOK_APP_ID is missing: FACEBOOK_APP_SECRET alone does nothing.')
  if (!appSecret) wrong.push('FACEBOOK_APP_SECRET is missing: FACEBOOK_APP_ID alone does nothing.')
  const apiUrl = facebookAddress('FACEBOOK_API_URL', facebook.apiUrl, environment, wrong)
  const dialogUrl = facebookAddress('FACEBOOK_DIALOG_URL', facebook.dialogUrl, environment, wrong)
  return [{ kind: 'facebook', id: 'facebook', name: 'Facebook', appId, appSecret, apiUrl, dialogUrl }]
}

function facebookAddress(name: string, usual: string, environment: Environment, wrong: string[]): string {
  const address = (environment[name] || usual).replace(/\/+$/, '')
  if (!isSafeAddress(address))
    wrong.push(
      `${name} must be an address that begins with https:// (http:// on this machine only), not "${address}".`,
    )
  return address
}

/** Unencrypted addresses are allowed only on this machine, for tests. */
function isSafeAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || url.search || url.hash || url.username || url.password) return false
  return url.protocol === 'https:' || isLocalAddress(text)
}

export function isLocalAddress(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}

function capitalised(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1).replaceAll('_', ' ')
}
