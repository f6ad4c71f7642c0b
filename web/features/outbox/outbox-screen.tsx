import { Alert, Button, Group, NativeSelect, Text, Title } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { retryMessage } from '#contract/admin/outbox.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { AdminsOnly } from '#web/ui/admins-only.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import classes from '#web/ui/filter-bar.module.css'
import { NoticeLine } from '#web/ui/notice-line.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { channels, type Filters, states } from './filters.ts'
import { MessageState } from './message-state.tsx'
import { Messages } from './messages.tsx'
import { moment } from './moment.ts'
import messageDialogStyles from './outbox.module.css'
import { type Message, messagesQuery, reloadMessages } from './queries.ts'
import { TestDialog } from './test-dialog.tsx'
import { type ChangeFilters, useFilters } from './use-filters.ts'

const channelNames = { email: 'outbox.emails', sms: 'outbox.smses' } as const

export function OutboxScreen() {
  useTitle(t('outbox.title'))
  return (
    <AdminsOnly>
      <Outbox />
    </AdminsOnly>
  )
}

function Outbox() {
  const [filters, setFilters] = useFilters()
  const [open, setOpen] = useState<Message | 'test' | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const { data } = useQuery(messagesQuery(filters))

  function done(text: string) {
    setOpen(null)
    setNotice(text)
  }
  function tested(channel: 'email' | 'sms') {
    const isSetUp = channel === 'email' ? data?.meta.email_is_set_up : data?.meta.sms_is_set_up
    done(t(isSetUp ? 'outbox.testQueued' : 'outbox.testWaits'))
  }

  return (
    <>
      <PageHeader title={t('outbox.title')}>
        <Button leftSection={<IconSend size={18} aria-hidden />} onClick={() => setOpen('test')}>
          {t('outbox.test')}
        </Button>
      </PageHeader>
      <Text c="dimmed" mb="lg" maw="44rem">
        {t('outbox.lead')}
      </Text>
      <NoticeLine text={notice} onClose={() => setNotice(null)} />
      <FilterBar filters={filters} onChange={setFilters} />
      <Messages filters={filters} onFilters={setFilters} onRead={setOpen} />
      {open === 'test' && <TestDialog onClose={() => setOpen(null)} onQueued={tested} />}
      {open && open !== 'test' && (
        <MessageDialog
          message={open}
          onClose={() => setOpen(null)}
          onRetried={() => done(t('outbox.retried'))}
        />
      )}
    </>
  )
}

function FilterBar({ filters, onChange }: { filters: Filters; onChange: ChangeFilters }) {
  return (
    <search className={classes.bar}>
      <SearchField
        className={classes.text ?? ''}
        label={t('outbox.recipient')}
        placeholder={t('outbox.recipientHint')}
        value={filters.to}
        onSearch={(to) => onChange({ to }, { replace: true })}
      />
      <NativeSelect
        className={classes.select ?? ''}
        label={t('outbox.channel')}
        value={filters.channel}
        onChange={(event) =>
          onChange({ channel: channels.find((one) => one === event.currentTarget.value) ?? '' })
        }
        data={[
          { value: '', label: t('outbox.all') },
          ...channels.map((value) => ({ value, label: t(channelNames[value]) })),
        ]}
      />
      <NativeSelect
        className={classes.select ?? ''}
        label={t('outbox.status')}
        value={filters.status}
        onChange={(event) =>
          onChange({ status: states.find((one) => one === event.currentTarget.value) ?? '' })
        }
        data={[
          { value: '', label: t('outbox.all') },
          ...states.map((value) => ({ value, label: t(`outbox.${value}`) })),
        ]}
      />
    </search>
  )
}

interface Props {
  message: Message
  onClose: () => void
  onRetried: () => void
}

/** A message with its delivery state, and Retry if it failed. */
function MessageDialog({ message, onClose, onRetried }: Props) {
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
        <Text className={messageDialogStyles.body ?? ''}>{a.body}</Text>
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
