import { Button, List, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { dayAndTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { lostText, unrestoredText } from '#web/offline/outbox/lost-text.ts'
import { closeLostWork, lostWork, onLostWork } from '#web/offline/store/lost-work.ts'
import {
  isRecorded,
  onUnrestoredWork,
  unrestoredWork,
} from '#web/offline/store/second-record/record-state.ts'
import { Section } from '#web/ui/section.tsx'

/** Unsent work that is missing from this store, or that exists only in this store. */
export function SecondCopySection({ account }: { account: string }) {
  const all = useSyncExternalStore(onUnrestoredWork, unrestoredWork)
  const recorded = useSyncExternalStore(isRecorded.subscribe, isRecorded.get)
  const own = all.filter((one) => one.account === account)
  if (own.length === 0 && recorded) return null
  return (
    <Section id="second-copy" title={t('storage.secondCopy')}>
      {own.length > 0 && <Text>{t('program.notRestored', { what: unrestoredText(own) })}</Text>}
      {!recorded && <Text>{t('program.notRecorded')}</Text>}
    </Section>
  )
}

/** The result of recovering unsent work after the browser cleared the store. Shown until dismissed. */
export function LostWorkSection({ account }: { account: string }) {
  const work = useSyncExternalStore(onLostWork, lostWork)[account]
  if (!work) return null
  return (
    <Section id="lost" title={t('storage.lostWork')}>
      <Text>
        {dayAndTime(work.foundAt)}: {t('program.storeCleared')}{' '}
        {work.restored > 0 && t('program.workRestored', { count: work.restored })}
      </Text>
      <List mt="sm">
        {work.lost.map((one) => (
          <List.Item key={`${one.survey} ${one.at}`}>{lostText(one)}</List.Item>
        ))}
      </List>
      <Button variant="light" mt="md" onClick={() => closeLostWork(account)}>
        {t('storage.dismiss')}
      </Button>
    </Section>
  )
}
