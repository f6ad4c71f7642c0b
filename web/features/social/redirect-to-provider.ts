import { startJoining, startSocial } from '#contract/accounts/social.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { type StoredAttempt, storeAttempt } from './attempt-store.ts'

interface Leaving extends Pick<StoredAttempt, 'provider' | 'name' | 'purpose' | 'from' | 'whose'> {
  /** Needed to link a provider if the login is old. */
  readonly password?: string
}

/** Redirects to the provider. Returns only on failure. */
export async function redirectToProvider({ password, ...leaving }: Leaving): Promise<Failure | null> {
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
  storeAttempt({ ...leaving, state, secret })
  const address = new URL(authorize_url)
  if (/^https?:$/.test(address.protocol)) location.assign(address)
  return null
}
