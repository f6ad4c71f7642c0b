import { startJoining, startSocial } from '#contract/accounts/social.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { keepAttempt, type StoredAttempt } from './attempt-store.ts'

interface Leaving extends Pick<StoredAttempt, 'provider' | 'name' | 'purpose' | 'from' | 'whose'> {
  /** Of a session that is no longer fresh, to join a provider. */
  readonly password?: string
}

/** Takes the browser to the provider; only a refusal comes back. */
export async function leaveForProvider({ password, ...leaving }: Leaving): Promise<Failure | null> {
  const { provider, purpose } = leaving
  const started =
    purpose === 'join'
      ? await call(startJoining, {
          body: {
            data: { attributes: { provider, ...(password ? { current_password: password } : {}) } },
          },
        })
      : await call(startSocial, { body: { data: { attributes: { provider } } } })
  if (!started.ok) return started
  const { authorize_url, state, secret } = started.reply.data.attributes
  keepAttempt({ ...leaving, state, secret })
  const address = new URL(authorize_url)
  if (/^https?:$/.test(address.protocol)) location.assign(address)
  return null
}
