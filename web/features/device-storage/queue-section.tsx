import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconCloudUp } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import type { QueuedSurvey } from '#web/offline/outbox/queue-list.ts'
import { sendAllWaiting } from '#web/offline/outbox/send-all-waiting.ts'
import { lostWork, onLostWork } from '#web/offline/store/lost-work.ts'
import { Section } from '#web/ui/section.tsx'
import classes from './device-storage.module.css'
import { QueuedCard } from './queued-card.tsx'

/** Sends everything in the queue, including uploads that this device's settings hold back. */
function useSendNow(account: string) {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState('')

  async function send() {
    setBusy(true)
    setOutcome(t('storage.sendingNow'))
    // Unsent entries stay in the queue; the message says the server was not reached.
    const ended = await sendAllWaiting(account).catch(() => 'not-reached' as const)
    setBusy(false)
    setOutcome(t(words[ended]))
  }
  return { busy, outcome, send: () => void send() }
}

const words = {
  sent: 'storage.sentNow',
  refused: 'storage.sendRefused',
  'not-reached': 'storage.sendNotReached',
} as const

interface Props {
  readonly account: string
  readonly queue: readonly QueuedSurvey[]
  /** Files waiting for bulk upload, which has its own screen. */
  readonly bulk: number
}

/** Everything the server doesn't have yet, with a button that sends it. */
export function QueueSection({ account, queue, bulk }: Props) {
  const { busy, outcome, send } = useSendNow(account)
  const hasLost = (useSyncExternalStore(onLostWork, lostWork)[account]?.lost.length ?? 0) > 0
  return (
    <Section id="queue" title={t('storage.queue')}>
      {queue.length + bulk === 0 && (
        <Text c="dimmed">{t(hasLost ? 'storage.nothingWaitsNow' : 'storage.nothingWaits')}</Text>
      )}
      {bulk > 0 && (
        <Text mb={queue.length > 0 ? 'md' : 0}>
          <Anchor component={Link} to="/BulkUploading">
            {t('bulk.unsent', { count: bulk })}
          </Anchor>
        </Text>
      )}
      <ul className={classes.queue}>
        {queue.map((survey) => (
          <QueuedCard key={survey.id} account={account} survey={survey} />
        ))}
      </ul>
      <Stack gap="xs" mt={queue.length > 0 ? 'md' : 0}>
        {queue.length > 0 && (
          <Group>
            <Button leftSection={<IconCloudUp size={18} aria-hidden />} onClick={send} loading={busy}>
              {t('storage.sendNow')}
            </Button>
          </Group>
        )}
        <Text size="sm" role="status">
          {outcome}
        </Text>
      </Stack>
    </Section>
  )
}
