import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { withWords } from '#web/lib/language/language.ts'
import { t } from '#web/lib/language/translate.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { lostWork } from '#web/offline/store/lost-work.ts'
import { readIndex } from '#web/offline/store/second-record/record-index.ts'
import { Part } from '#web/ui/part.tsx'

const { View: LeftAccounts } = lazyPart(() =>
  withWords(async () => (await import('./left-accounts.tsx')).LeftAccounts),
)

interface Found {
  readonly waits: boolean
  readonly isLost: boolean
}

/** Whose unsent work is on this device, what has to happen for it to be sent, and whether some of it was lost. */
export function WaitingNotice() {
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

/** Reading restores what was cleared, so it comes first. */
async function readFound(): Promise<Found> {
  const waits = await somethingWaits()
  return { waits, isLost: Object.keys(lostWork()).length > 0 }
}

/** A device that stored nothing yet does not load what reads it. */
async function somethingWaits(): Promise<boolean> {
  const known = await indexedDB.databases?.()
  const isNew = known && !known.some(({ name }) => name === 'fieldbook')
  if (isNew && readIndex() === null) return false
  const { waitingOfOthers } = await import('#web/offline/storage/device-stores.ts')
  return (await waitingOfOthers('')) > 0
}
