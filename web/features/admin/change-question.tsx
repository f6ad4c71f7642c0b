import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { newKey } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { applyChange, type Change, changes, isDestructive } from './account-changes.ts'
import { nameOf } from './labels.ts'
import type { ListedAccount } from './queries.ts'

interface Props {
  account: ListedAccount
  change: Change
  busy: boolean
  onBusy: (busy: boolean) => void
  onBack: () => void
  onDone: (text: string) => void
}

/** Confirms and runs a change, and shows why it failed. Cancel has the focus. */
export function ChangeQuestion({ account, change, busy, onBusy, onBack, onDone }: Props) {
  const [key] = useState(newKey)
  const [error, setError] = useState<string | null>(null)
  const sends = useAbilities()
  const { button, ...words } = changes[change]
  const text = words.text === 'admin.resendText' ? deliveryNotice(words.text, sends.email) : words.text
  const done = words.done === 'admin.invited' ? deliveryNotice(words.done, sends.email) : words.done
  const values = { name: nameOf(account.attributes), email: account.attributes.email }

  async function confirm() {
    onBusy(true)
    setError(null)
    const result = await applyChange(change, account.id, key)
    onBusy(false)
    if (result.ok) onDone(t(done, values))
    else setError(result.message)
  }

  return (
    <>
      <Text>{t(text, values)}</Text>
      {error && (
        <Alert color="red" mt="md" role="alert">
          {error}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onBack} disabled={busy} autoFocus>
          {t('common.cancel')}
        </Button>
        <Button onClick={confirm} loading={busy} {...(isDestructive(change) ? { color: 'red.8' } : {})}>
          {t(button)}
        </Button>
      </Group>
    </>
  )
}
