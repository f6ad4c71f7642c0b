import { passkeyLoginCall, passkeyLoginOptionsCall } from '#contract/accounts/login-calls.ts'
import type { passkeyLogin, passkeyLoginOptions } from '#contract/accounts/passkeys.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { call } from '#web/lib/http/call.ts'
import { unreachedFailure } from '#web/lib/http/call-failure.ts'
import { t } from '#web/lib/language/translate.ts'
import { signWithPasskey } from '#web/lib/session/passkey.ts'

export type LoggedIn = ReplyOf<typeof passkeyLogin>

/** Returns the session, an error message, or null if the user cancelled. */
export async function logInWithPasskey(remember: boolean): Promise<LoggedIn | string | null> {
  const begun = await call<typeof passkeyLoginOptions>(passkeyLoginOptionsCall, {})
  if (!begun.ok) return begun.message
  const response = await signWithPasskey(begun.reply.data.attributes.options)
  if (response === 'cancelled') return null
  if (response === 'unreached') return unreachedFailure().message
  if (typeof response === 'string') return t('passkeys.refused')
  const attributes = { response, remember_me: remember }
  const result = await call<typeof passkeyLogin>(passkeyLoginCall, {
    body: { data: { id: begun.reply.data.id, attributes } },
  })
  return result.ok ? result.reply : result.message
}
