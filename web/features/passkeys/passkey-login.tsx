import { Button, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { passkeyLoginCall, passkeyLoginOptionsCall } from '#contract/accounts/login-calls.ts'
import type { passkeyLogin, passkeyLoginOptions } from '#contract/accounts/passkeys.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { passkeysPossible, signWithPasskey } from '#web/lib/session/passkey.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { unreachedFailure } from '../../lib/http/call.ts'

/** Passkey login button. Renders nothing if the browser lacks passkeys. */
export function PasskeyLogin({ onLoggedIn }: { onLoggedIn: (reply: LoggedIn) => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  if (!passkeysPossible()) return null

  async function logIn() {
    setBusy(true)
    setError(null)
    // The device may be shared: only a password login can stay signed in.
    const result = await logInWithPasskey(false)
    setBusy(false)
    if (typeof result === 'string') setError(result)
    else if (result) onLoggedIn(result)
  }

  return (
    <Stack gap="xs">
      <FormError text={error} />
      <Button
        variant="default"
        fullWidth
        loading={busy}
        onClick={logIn}
        leftSection={<IconFingerprint size={20} stroke={1.75} aria-hidden />}
      >
        {t('passkeys.logIn')}
      </Button>
    </Stack>
  )
}

type LoggedIn = ReplyOf<typeof passkeyLogin>

/** Returns the session, an error message, or null if the user cancelled. */
async function logInWithPasskey(remember: boolean): Promise<LoggedIn | string | null> {
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
