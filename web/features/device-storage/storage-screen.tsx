import { Alert, Skeleton, Stack, Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingState } from '#web/ui/loading-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { JournalSection } from './journal-section.tsx'
import { LostWorkSection, SecondCopySection } from './lost-work-section.tsx'
import { QueueSection } from './queue-section.tsx'
import { SendingSection } from './sending-section.tsx'
import { StoredDataSection } from './stored-data-section.tsx'
import { TransferSection } from './transfer-section.tsx'
import { useDevice } from './use-device.ts'

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
