import { Button, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { AdminsOnly } from '#web/ui/admins-only.tsx'
import { NoticeLine } from '#web/ui/notice-line.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { FilterBar } from './filter-bar.tsx'
import { MessageDialog } from './message-dialog.tsx'
import { Messages } from './messages.tsx'
import { type Message, messagesQuery } from './queries.ts'
import { TestDialog } from './test-dialog.tsx'
import { useFilters } from './use-filters.ts'

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
