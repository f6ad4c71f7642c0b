import { Alert, Button, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import {
  type LeftAccount,
  type LeftState,
  readLeftAccounts,
  readLeftStates,
} from '#web/offline/account/left-accounts.ts'
import { logError } from '#web/offline/store/journal.ts'
import { CollectDialog } from './collect-dialog.tsx'

/** Accounts with unsent work on this device, and whether each can still sign in. */
export function LeftAccounts() {
  const [accounts, setAccounts] = useState<readonly LeftAccount[]>([])
  const [states, setStates] = useState<ReadonlyMap<string, LeftState>>(new Map())
  const [asked, setAsked] = useState<LeftAccount | null>(null)
  const read = useCallback(async () => {
    const found = await readLeftAccounts()
    // Set both at once, so no row changes under the finger.
    const known = found.length > 0 ? await readLeftStates(found.map(({ id }) => id)) : new Map()
    setStates(known)
    setAccounts(found)
  }, [])
  useEffect(() => {
    read().catch(logError('left accounts'))
  }, [read])

  return (
    <>
      {accounts.length > 0 && (
        <Stack gap="xs" role="status">
          {accounts.map((account) => {
            const state = states.get(account.id) ?? 'active'
            return (
              <Alert key={account.id} color={state === 'active' ? 'blue' : 'yellow'}>
                <Text size="sm">{textOf(account, state)}</Text>
                {state === 'disabled' && account.count > 0 && (
                  <Button mt="xs" variant="default" onClick={() => setAsked(account)}>
                    {t('collections.enterCode')}
                  </Button>
                )}
              </Alert>
            )
          })}
        </Stack>
      )}
      {asked && (
        <CollectDialog
          account={asked}
          onClose={() => {
            setAsked(null)
            read().catch(logError('left accounts'))
          }}
        />
      )}
    </>
  )
}

function textOf({ name: known, count, own, stays }: LeftAccount, state: LeftState): string {
  const name = known || t('collections.someone')
  if (state !== 'disabled') return t(`collections.${state}`, { count: count + own, name })
  if (count === 0) return t('collections.onlyStays', { name, what: stays })
  const text = t('collections.disabled', { count, name })
  return own === 0 ? text : `${text} ${t('collections.stays', { what: stays })}`
}
