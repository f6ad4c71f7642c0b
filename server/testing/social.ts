import { logIn, signUp } from '#contract/accounts/accounts.ts'
import { joinByPassword, startSocial } from '#contract/accounts/social.ts'
import type { ApiClient } from './api.ts'
import type { PersonThere, TestProvider } from './openid-provider.ts'

/** The parameters that the redirect page posts. */
export interface Return {
  readonly code: string
  readonly state: string
  readonly secret: string
  readonly iss: string
}

/** Starts an attempt like the login page. */
export async function begin(api: ApiClient, provider = 'acme') {
  const started = await api.call(startSocial, { body: { data: { attributes: { provider } } } })
  return started.body.data.attributes
}

/** Starts an attempt, signs in at the provider and returns the redirect's parameters. */
export async function signInAt(api: ApiClient, there: TestProvider, who: PersonThere): Promise<Return> {
  const attempt = await begin(api)
  return { ...(await answerOf(there, attempt.authorize_url, who)), secret: attempt.secret }
}

/** Returns the parameters that the provider adds to the redirect address. */
export async function answerOf(there: TestProvider, address: string, who: PersonThere) {
  const { searchParams } = await there.signIn(address, who)
  return {
    code: searchParams.get('code') ?? '',
    state: searchParams.get('state') ?? '',
    iss: searchParams.get('iss') ?? '',
  }
}

type Attributes = Partial<Return> & {
  id_token?: string
  remember_me?: boolean
  email?: string
  password?: string
}

export function logInBy(api: ApiClient, attributes: Attributes) {
  return api.call(logIn, { body: { data: { type: 'social_account', attributes } } })
}

export function signUpBy(api: ApiClient, attributes: Attributes) {
  return api.call(signUp, { body: { data: { type: 'social_account', attributes } } })
}

export function joinWith(api: ApiClient, secret: string, password: string) {
  return api.call(joinByPassword, { body: { data: { attributes: { secret, password } } } })
}
