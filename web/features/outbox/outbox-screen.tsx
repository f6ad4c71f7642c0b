import { Button, NativeSelect, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { AdminsOnly } from '#web/ui/admins-only.tsx'
import classes from '#web/ui/filter-bar.module.css'
import { NoticeLine } from '#web/ui/notice-line.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { channels, type Filters, states } from './filters.ts'
import { MessageDialog } from './message-dialog.tsx'
import { Messages } from './messages.tsx'
import { type Message, messagesQuery } from './queries.ts'
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
