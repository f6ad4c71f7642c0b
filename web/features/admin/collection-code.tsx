import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { makeCollectionCode } from '#contract/accounts/unsent-work.ts'
import { call } from '#web/lib/http/call.ts'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { nameOf } from './labels.ts'
import type { ListedAccount } from './queries.ts'

interface Props {
  account: ListedAccount
  busy: boolean
  onBusy: (busy: boolean) => void
  onBack: () => void
}

/** Creates a code that lets a disabled account's device send its unsent work. */
export function CollectionCode({ account, busy, onBusy, onBack }: Props) {
  const [made, setMade] = useState<{ readonly code: string; readonly expires_at: string } | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function make() {
    onBusy(true)
    setError(null)
    const result = await call(makeCollectionCode, { params: { id: account.id } })
    onBusy(false)
    if (result.ok) setMade(result.reply.data)
    else setError(result.message)
  }

  return (
    <>
      <Text>{t('collections.collectText', { name: nameOf(account.attributes) })}</Text>
      <div role="status">
        {made && (
          <>
            <Text fz={32} fw={600} ff="monospace" mt="md">
              {made.code.replace(/(?=.{4}$)/, ' ')}
            </Text>
            <Text size="sm">{t('collections.collectEnds', { time: shortTime(made.expires_at) })}</Text>
          </>
        )}
      </div>
      {error && (
        <Alert color="red" mt="md" role="alert">
          {error}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onBack} disabled={busy}>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => void make()} loading={busy}>
          {t(made ? 'collections.newCode' : 'collections.createCode')}
        </Button>
      </Group>
    </>
  )
}
