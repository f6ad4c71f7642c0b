import { addPasskey, newPasskeyOptions } from '#contract/accounts/passkeys.ts'
import { byField, call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { createPasskey } from '#web/lib/session/passkey.ts'

/** Creates a passkey and registers it. Returns null on success, else error messages by field. */
export async function registerPasskey(
  name: string,
  password: string | null,
): Promise<{ password?: string; form?: string } | null> {
  const given = password ? { current_password: password } : {}
  const begun = await call(newPasskeyOptions, { body: { data: { attributes: given } } })
  if (!begun.ok) {
    const asked = byField(begun).password
    return asked ? { password: asked } : { form: begun.message }
  }
  const response = await createPasskey(begun.reply.data.attributes.options)
  if (typeof response === 'string') return { form: t(words[response]) }
  const added = await call(addPasskey, {
    body: { data: { id: begun.reply.data.id, attributes: { name, response } } },
  })
  return added.ok ? null : { form: added.message }
}

const words = {
  cancelled: 'passkeys.cancelled',
  already: 'passkeys.already',
  unreached: 'common.network',
  failed: 'passkeys.refused',
} as const
