import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { handOver } from '#contract/sharing/teams.ts'
import { call, newKey } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { AccountChoice } from './account-choice.tsx'
import { nameOf } from './labels.ts'
import type { ListedAccount } from './queries.ts'

interface Props {
  account: ListedAccount
  busy: boolean
  onBusy: (busy: boolean) => void
  onBack: () => void
  onDone: (text: string) => void
}

/** Transfers all surveys of a disabled account to another account. */
export function HandOverForm({ account, busy, onBusy, onBack, onDone }: Props) {
  const [to, setTo] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  // A retry to the same account keeps its idempotency key; another account gets a new one.
  const [key, setKey] = useState(newKey)

  async function transfer() {
    if (to === null) return
    onBusy(true)
    setError(null)
    const result = await call(handOver, { params: { id: account.id }, body: { to } }, { key })
    onBusy(false)
    if (result.ok) onDone(result.reply.data.message)
    else setError(result.message)
  }

  return (
    <>
      <Text mb="md">{t('teams.handOverText', { name: nameOf(account.attributes) })}</Text>
      <AccountChoice
        value={to}
        onChange={(chosen) => {
          setTo(chosen)
          setKey(newKey())
        }}
        label={t('teams.handOverTo')}
        placeholder={t('teams.findPerson')}
      />
      {error && (
        <Alert color="red" mt="md" role="alert">
          {error}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onBack} disabled={busy}>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => void transfer()} loading={busy} disabled={to === null}>
          {t('teams.handOverButton')}
        </Button>
      </Group>
    </>
  )
}
