import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { withMessages } from '#web/lib/language/language.ts'
import { t } from '#web/lib/language/translate.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { lostWork } from '#web/offline/store/lost-work.ts'
import { readIndex } from '#web/offline/store/second-record/record-index.ts'
import { Part } from '#web/ui/part.tsx'

const { View: LeftAccounts } = lazyPart(() =>
  withMessages(async () => (await import('./left-accounts.tsx')).LeftAccounts),
)

interface Found {
  readonly waits: boolean
  readonly isLost: boolean
}

/** Says that this device has unsent work, how to get it sent, and whether some was lost. */
export function UnsentWorkNotice() {
  const [found, setFound] = useState<Found>({ waits: false, isLost: false })
  useEffect(() => {
    let left = false
    readFound().then(
      (read) => !left && setFound(read),
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  return (
    <>
      {found.waits && (
        <Part>
          <LeftAccounts />
        </Part>
      )}
      {found.isLost && (
        <Text size="sm" role="status">
          {t('accounts.workLost')}
        </Text>
      )}
    </>
  )
}

/** Reading restores cleared work, so it must come first. */
async function readFound(): Promise<Found> {
  const waits = await somethingWaits()
  return { waits, isLost: Object.keys(lostWork()).length > 0 }
}

/** Skips loading the storage code on a device that never stored anything. */
async function somethingWaits(): Promise<boolean> {
  const known = await indexedDB.databases?.()
  const isNew = known && !known.some(({ name }) => name === 'fieldbook')
  if (isNew && readIndex() === null) return false
  const { waitingOfOthers } = await import('#web/offline/storage/device-stores.ts')
  return (await waitingOfOthers('')) > 0
}
