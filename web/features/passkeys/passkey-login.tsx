import { Button, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { passkeysPossible } from '#web/lib/session/passkey.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { type LoggedIn, logInWithPasskey } from './log-in-with-passkey.ts'

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
