import { Alert, Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { retryMessage } from '#contract/admin/outbox.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { MessageState } from './message-state.tsx'
import { moment } from './moment.ts'
import classes from './outbox.module.css'
import { type Message, reloadMessages } from './queries.ts'

interface Props {
  message: Message
  onClose: () => void
  onRetried: () => void
}

/** A message with its delivery state, and Retry if it failed. */
export function MessageDialog({ message, onClose, onRetried }: Props) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const a = message.attributes

  async function retry() {
    setBusy(true)
    const result = await call(retryMessage, { params: { id: message.id } })
    setBusy(false)
    void reloadMessages()
    if (!result.ok) return setError(result.message)
    onRetried()
  }

  return (
    <Dialog opened onClose={onClose} title={a.subject || t(`outbox.${a.channel}`)} size="lg">
      <Facts facts={factsOf(message)} />
      <Title order={3} size="h5" mt="lg" mb={4}>
        {t('outbox.text')}
      </Title>
      {a.body === '' ? (
        <Text c="dimmed">{t('outbox.textGone')}</Text>
      ) : (
        <Text className={classes.body ?? ''}>{a.body}</Text>
      )}
      {error && (
        <Alert color="red" mt="md" role="alert">
          {error}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        {a.can_retry && (
          <Button onClick={retry} loading={busy}>
            {t('outbox.retry')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Dialog>
  )
}

function factsOf(message: Message) {
  const a = message.attributes
  const facts = [
    [t('outbox.recipient'), a.to],
    [t('outbox.status'), <MessageState key="state" message={message} />],
    [t('outbox.lastError'), a.last_error],
    [t('outbox.created'), moment(a.created_at)],
    [t('outbox.sentAt'), a.sent_at && moment(a.sent_at)],
    [t('outbox.bouncedAt'), a.bounced_at && moment(a.bounced_at)],
    [t('outbox.attempts'), a.attempts > 0 && String(a.attempts)],
    [t('outbox.nextAttempt'), a.attempts > 0 && a.next_attempt_at && moment(a.next_attempt_at)],
  ] as const
  return facts.filter(([, value]) => value)
}
