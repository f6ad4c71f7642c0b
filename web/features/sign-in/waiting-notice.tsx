import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'

/** That something waits on this device, and nothing of whose it is or what. */
export function WaitingNotice() {
  const [waits, setWaits] = useState(false)
  useEffect(() => {
    let left = false
    somethingWaits().then(
      (yes) => !left && setWaits(yes),
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  if (!waits) return null
  return (
    <Text size="sm" c="dimmed" role="status">
      {t('accounts.workWaits')}
    </Text>
  )
}

/** A device that kept nothing yet does not load what reads it. */
async function somethingWaits(): Promise<boolean> {
  const known = await indexedDB.databases?.()
  if (known && !known.some(({ name }) => name === 'fieldbook')) return false
  const { waitingOfOthers } = await import('#web/offline/storage/device-stores.ts')
  return (await waitingOfOthers('')) > 0
}
