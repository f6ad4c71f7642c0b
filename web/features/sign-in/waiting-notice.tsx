import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { lostWork } from '#web/offline/store/lost-work.ts'
import { readIndex } from '#web/offline/store/second-record/record-index.ts'

type Notice = 'accounts.workWaits' | 'accounts.workLost'

/** That something waits on this device or was lost there, and nothing of whose it is or what. */
export function WaitingNotice() {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  useEffect(() => {
    let left = false
    readNotices().then(
      (found) => !left && setNotices(found),
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  return notices.map((notice) => (
    <Text key={notice} size="sm" {...(notice === 'accounts.workWaits' && { c: 'dimmed' })} role="status">
      {t(notice)}
    </Text>
  ))
}

/** Reading restores what was cleared, so it comes first. */
async function readNotices(): Promise<readonly Notice[]> {
  const waits = await somethingWaits()
  return [
    ...(waits ? (['accounts.workWaits'] as const) : []),
    ...(Object.keys(lostWork()).length > 0 ? (['accounts.workLost'] as const) : []),
  ]
}

/** A device that stored nothing yet does not load what reads it. */
async function somethingWaits(): Promise<boolean> {
  const known = await indexedDB.databases?.()
  const isNew = known && !known.some(({ name }) => name === 'fieldbook')
  if (isNew && readIndex() === null) return false
  const { waitingOfOthers } = await import('#web/offline/storage/device-stores.ts')
  return (await waitingOfOthers('')) > 0
}
