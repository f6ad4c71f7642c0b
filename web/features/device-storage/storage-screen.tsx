import { Alert, Button, Checkbox, List, Radio, Skeleton, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { dayAndTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { lostText, unrestoredText } from '#web/offline/outbox/lost-text.ts'
import { type QueuedSurvey, readQueue } from '#web/offline/outbox/queue-list.ts'
import { useWaiting } from '#web/offline/outbox/waiting.ts'
import { type DeviceStores, readStores, waitingOfOthers } from '#web/offline/storage/device-stores.ts'
import { closeLostWork, lostWork, onLostWork } from '#web/offline/store/lost-work.ts'
import {
  isRecorded,
  onUnrestoredWork,
  unrestoredWork,
} from '#web/offline/store/second-record/record-state.ts'
import {
  canDetectConnection,
  isMetered,
  onSendingChange,
  type SendingChoices,
  sendingChoices,
  setSendingChoices,
} from '#web/offline/store/sending-choices.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingState } from '#web/ui/loading-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Section } from '#web/ui/section.tsx'
import { JournalSection } from './journal-section.tsx'
import { QueueSection } from './queue-section.tsx'
import { StoredDataSection } from './stored-data-section.tsx'
import { TransferSection } from './transfer-section.tsx'

const choices = [
  ['always', 'storage.mediaAlways'],
  ['wifi', 'storage.mediaWifi'],
  ['by-hand', 'storage.mediaByHand'],
] as const

/** The account's data on this device, unsent changes, and the actions for both. */
export function StorageScreen() {
  const account = useSession()?.userId ?? ''
  const { device, failed, again } = useDevice(account)
  useTitle(t('storage.title'))
  return (
    <>
      <PageHeader title={t('storage.title')} />
      <Stack gap="lg" maw="44rem">
        <Text c="dimmed">{t('storage.lead')}</Text>
        <LostWorkSection account={account} />
        <SecondCopySection account={account} />
        {failed && !device && <ErrorState text={t('common.somethingWrong')} onRetry={again} />}
        {!failed && !device && (
          <LoadingState>
            <Skeleton height={220} radius="lg" />
          </LoadingState>
        )}
        {device && (
          <>
            <QueueSection account={account} queue={device.queue} bulk={device.stores.bulk.count} />
            <TransferSection account={account} />
            <SendingSection />
            <StoredDataSection account={account} stores={device.stores} onFreed={again} />
            <JournalSection account={account} />
            {device.others > 0 && (
              <Alert color="gray" variant="light">
                {t('storage.otherAccount', { count: device.others })} {t('storage.otherAccountHint')}
              </Alert>
            )}
          </>
        )}
      </Stack>
    </>
  )
}

/** When this device sends large files. Changes apply immediately, to everyone who uses the device. */
function SendingSection() {
  const { media, textFirst } = useSyncExternalStore(onSendingChange, sendingChoices)
  // Without the Network Information API, don't offer Wi-Fi only.
  const possible = choices.filter(([value]) => value !== 'wifi' || media === 'wifi' || canDetectConnection())
  return (
    <Section id="how" title={t('storage.how')}>
      <Radio.Group
        label={t('storage.media')}
        value={media}
        onChange={(value) => setSendingChoices({ media: value as SendingChoices['media'] })}
      >
        <Stack gap={0}>
          {possible.map(([value, words]) => (
            <Radio key={value} value={value} label={t(words)} />
          ))}
        </Stack>
      </Radio.Group>
      <Checkbox
        mt="sm"
        label={t('storage.textFirst')}
        description={t('storage.textFirstHint')}
        checked={textFirst}
        onChange={({ currentTarget }) => setSendingChoices({ textFirst: currentTarget.checked })}
      />
    </Section>
  )
}

interface Device {
  readonly stores: DeviceStores
  readonly queue: readonly QueuedSurvey[]
  /** Unsent changes of other accounts on this device. */
  readonly others: number
}

/** The device's stored data, read again after the outbox changes or space is freed. */
function useDevice(account: string): {
  readonly device: Device | null
  readonly failed: boolean
  readonly again: () => void
} {
  const waiting = useWaiting()
  const [device, setDevice] = useState<Device | null>(null)
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound((count) => count + 1), [])
  useEffect(() => onSendingChange(again), [again])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each dependency signals a possible change
  useEffect(() => {
    let canceled = false
    read(account).then(
      (next) => {
        if (canceled) return
        setDevice(next)
        setFailed(false)
      },
      () => !canceled && setFailed(true),
    )
    return () => {
      canceled = true
    }
  }, [account, waiting, round])
  return { device, failed, again }
}

async function read(account: string): Promise<Device> {
  const sending = { ...sendingChoices(), metered: isMetered() }
  const [stores, queue, others] = await Promise.all([
    readStores(account),
    readQueue(account, sending),
    waitingOfOthers(account),
  ])
  return { stores, queue, others }
}

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
function LostWorkSection({ account }: { account: string }) {
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
