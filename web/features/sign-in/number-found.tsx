import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import type { PhoneEntry } from '#web/lib/phone/phone-entry.ts'
import { FormError } from '#web/ui/form-error.tsx'

interface Props {
  entry: PhoneEntry
  error: string | null
  onLogIn: () => Promise<unknown>
  onCreate: () => void
}

/** Says whether the verified number has an account. Reading the code proved who holds it. */
export function NumberFound({ entry, error, onLogIn, onCreate }: Props) {
  const [busy, setBusy] = useState(false)
  const known = entry.confirmed?.hasAccount ?? false
  async function press() {
    if (!known) return onCreate()
    setBusy(true)
    await onLogIn()
    setBusy(false)
  }
  return (
    <Stack gap="md">
      <FormError text={error} />
      <Text role="status">
        {t(known ? 'entry.knownText' : 'entry.unknownText', { phone: entry.fullPhone })}
      </Text>
      <Button fullWidth loading={busy} onClick={press} autoFocus>
        {t(known ? 'entry.logInNow' : 'entry.createAccount')}
      </Button>
    </Stack>
  )
}
