import { logIn, signUp } from '#contract/accounts/accounts.ts'
import { joinSocial } from '#contract/accounts/social.ts'
import { byField, call, type Failure } from '#web/lib/http/call.ts'
import type { LoggedIn } from '#web/lib/session/begin-session.ts'
import type { StoredAttempt } from './attempt-store.ts'

interface Answer {
  readonly attempt: StoredAttempt
  readonly code: string
  readonly iss?: string
}

/** Result of returning from the provider. */
export type Outcome =
  | { readonly kind: 'entered'; readonly reply: LoggedIn; readonly created: boolean }
  | { readonly kind: 'joined' }
  /** Unknown social account: offer a new account. */
  | { readonly kind: 'new'; readonly email: string }
  /** Its email belongs to an account: the user must prove ownership. */
  | { readonly kind: 'ours'; readonly email: string }
  | { readonly kind: 'refused'; readonly message: string }

let known: { readonly answer: Answer; readonly outcome: Promise<Outcome> } | null = null

/**
 * Sends the authorization code once. It is valid once, but the screen may mount twice; the second mount gets
 * the same promise.
 */
export function finishSocialLogin(answer: Answer): Promise<Outcome> {
  if (known?.answer.code !== answer.code) known = { answer, outcome: send(answer) }
  return known.outcome
}

/** Only a sign-up creates an account; a login with an unknown social account asks first. */
async function send({ attempt, code, iss }: Answer): Promise<Outcome> {
  const { state, secret, purpose } = attempt
  const attributes = { code, state, secret, ...(iss ? { iss } : {}) }
  if (purpose === 'join') {
    const joined = await call(joinSocial, { body: { data: { attributes } } })
    return joined.ok ? { kind: 'joined' } : { kind: 'refused', message: joined.message }
  }
  const result = await call(logIn, { body: { data: { type: 'social_account', attributes } } })
  if (result.ok) return { kind: 'entered', reply: result.reply, created: false }
  const outcome = outcomeOf(result)
  return outcome.kind === 'new' && purpose === 'sign-up' ? createSocialAccount(secret) : outcome
}

/** Creates an account from the verified social login. */
export async function createSocialAccount(secret: string): Promise<Outcome> {
  const result = await call(signUp, {
    body: { data: { type: 'social_account', attributes: { secret } } },
  })
  if (!result.ok) return outcomeOf(result)
  const { data, meta } = result.reply
  if (!meta) return { kind: 'refused', message: '' }
  const { first_name, last_name, is_one_time_password_expired = true } = data.attributes
  const attributes = { first_name, last_name, is_one_time_password_expired }
  return { kind: 'entered', reply: { data: { ...data, attributes }, meta }, created: true }
}

function outcomeOf(failure: Failure): Outcome {
  const { account_email: email } = byField(failure)
  if (email !== undefined && failure.status === 404) return { kind: 'new', email }
  if (email !== undefined && failure.status === 409) return { kind: 'ours', email }
  return { kind: 'refused', message: failure.message }
}
