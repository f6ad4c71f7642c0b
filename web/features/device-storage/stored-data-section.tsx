import { Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { askToPersist, readStorageFacts, type StorageFacts } from '#web/lib/files/storage-facts.ts'
import { inMbOrGb } from '#web/lib/language/file-size.ts'
import { t } from '#web/lib/language/translate.ts'
import { isOfflineReady } from '#web/offline/list/offline-ready.ts'
import type { DeviceStores } from '#web/offline/storage/device-stores.ts'
import { type Freeable, freeSpace, readFreeable } from '#web/offline/storage/free-space.ts'
import { subscribe } from '#web/offline/store/bus.ts'
import { logError } from '#web/offline/store/journal.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { Section } from '#web/ui/section.tsx'
import classes from './device-storage.module.css'

const names = {
  surveys: 'storage.storeSurveys',
  answers: 'storage.storeAnswers',
  files: 'storage.storeFiles',
  pictures: 'storage.storePictures',
  plans: 'storage.storePlans',
  templates: 'storage.storeTemplates',
  bulk: 'bulk.store',
} as const

interface Props {
  readonly account: string
  readonly stores: DeviceStores
  readonly onFreed: () => void
}

/** Stored data by kind and size, and whether the browser may clear it. */
export function StoredDataSection({ account, stores, onFreed }: Props) {
  const { facts, ask } = useFacts(account)
  const [freeing, setFreeing] = useState(false)
  const [outcome, setOutcome] = useState('')
  const asks = facts?.persisted === false
  const freed = (words: string) => {
    setOutcome(words)
    onFreed()
  }
  return (
    <Section id="stores" title={t('storage.stores')}>
      <Table className={classes.stores ?? ''} mb="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('storage.storeName')}</Table.Th>
            <Table.Th ta="end">{t('storage.storeCount')}</Table.Th>
            <Table.Th ta="end">{t('storage.storeSize')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(Object.keys(names) as (keyof typeof names)[]).map((store) => (
            <Table.Tr key={store}>
              <Table.Td>{t(names[store])}</Table.Td>
              <Table.Td ta="end">{stores[store].count}</Table.Td>
              <Table.Td ta="end">{inMbOrGb(stores[store].bytes)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {facts && <Facts facts={factsShown(facts)} />}
      <Stack gap="xs" mt="md">
        {asks && (
          <Text size="sm">
            {t(facts.answer === 'denied' ? 'storage.persistedDenied' : 'storage.persistWhy')}
          </Text>
        )}
        <Group gap="sm">
          {asks && (
            <Button variant="default" onClick={ask}>
              {t('storage.persistAsk')}
            </Button>
          )}
          <Button variant="default" onClick={() => setFreeing(true)}>
            {t('storage.free')}
          </Button>
        </Group>
        <Text size="sm" role="status">
          {outcome}
        </Text>
      </Stack>
      {freeing && <FreeDialog account={account} onClose={() => setFreeing(false)} onFreed={freed} />}
    </Section>
  )
}

interface DeviceFacts extends StorageFacts {
  /** Everything needed to start and fill surveys offline is on the device. */
  readonly ready: boolean
}

function useFacts(account: string) {
  const [facts, setFacts] = useState<DeviceFacts | null>(null)
  const read = async () => {
    const [known, ready] = await Promise.all([readStorageFacts(), isOfflineReady(account)])
    setFacts({ ...known, ready })
  }
  const readAgain = () => void read().catch(logError('storage facts'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads on mount and after each download
  useEffect(() => {
    readAgain()
    return subscribe(account, ({ kind }) => kind === 'prepared' && readAgain())
  }, [account])
  return { facts, ask: () => void askToPersist().then(readAgain) }
}

function factsShown(facts: DeviceFacts): readonly (readonly [string, string])[] {
  const { usage, quota, persisted, clearedWhenUnused } = facts
  return [
    ...(usage !== null && quota !== null
      ? [
          [
            t('storage.usage'),
            t('storage.usageOf', { used: inMbOrGb(usage), quota: inMbOrGb(quota) }),
          ] as const,
        ]
      : []),
    [t('storage.ready'), t(readyWords(facts))],
    [
      t('storage.persisted'),
      [
        t(facts.private ? 'storage.privateWindow' : persistedWords(persisted)),
        clearedWhenUnused ? t('storage.clearedWhenUnused') : '',
      ].join(' '),
    ],
  ]
}

function readyWords({ ready, programKept }: DeviceFacts) {
  if (ready) return 'storage.readyYes'
  return programKept ? 'storage.readySoon' : 'storage.readyNo'
}

function persistedWords(persisted: boolean | null) {
  if (persisted === null) return 'storage.persistedNever'
  return persisted ? 'storage.persistedYes' : 'storage.persistedNo'
}

interface FreeDialogProps {
  readonly account: string
  readonly onClose: () => void
  readonly onFreed: (words: string) => void
}

/** Shows how much space can be freed, then how much was. */
function FreeDialog({ account, onClose, onFreed }: FreeDialogProps) {
  const [freeable, setFreeable] = useState<Freeable | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    readFreeable(account).then(setFreeable, () => setError(t('common.somethingWrong')))
  }, [account])

  async function free() {
    setBusy(true)
    try {
      const size = inMbOrGb(await freeSpace(account))
      onFreed(t('storage.freed', { size }))
      onClose()
    } catch (failed) {
      logError('free space')(failed)
      setBusy(false)
      setError(t('common.somethingWrong'))
    }
  }

  if (freeable && freeable.pictures === 0 && freeable.surveys.length === 0) {
    return <NoticeDialog opened onClose={onClose} title={t('storage.free')} text={t('storage.freeNothing')} />
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void free()}
      title={t('storage.freeTitle')}
      text={t('storage.freeText')}
      confirm={freeable ? `${t('storage.free')} (${inMbOrGb(freeable.bytes)})` : t('storage.free')}
      cancel={t('common.cancel')}
      busy={busy}
      error={error}
    >
      {freeable ? (
        <ul className={classes.losses}>
          {freeable.pictures > 0 && (
            <li>{t('storage.freePictures', { size: inMbOrGb(freeable.pictures) })}</li>
          )}
          {freeable.surveys.length > 0 && (
            <li>{t('storage.freeSurveys', { count: freeable.surveys.length })}</li>
          )}
        </ul>
      ) : (
        <Skeleton height={24} />
      )}
      {busy && <Text size="sm">{t('storage.freeing')}</Text>}
    </ConfirmDialog>
  )
}
