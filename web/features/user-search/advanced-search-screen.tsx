import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { AdminsOnly } from '#web/ui/admins-only.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { FoundList } from './found-list.tsx'
import { type Found, useUserSearch } from './use-user-search.ts'
import classes from './user-search.module.css'

export function AdvancedSearchScreen() {
  useTitle(t('admin.searchTitle'))
  return (
    <AdminsOnly>
      <AdvancedSearch />
    </AdminsOnly>
  )
}

function AdvancedSearch() {
  const { found, busy, alert, search, dismiss } = useUserSearch()
  const [viewed, setViewed] = useState<Found | null>(null)
  return (
    <>
      <PageHeader title={t('admin.searchTitle')} />
      <Text c="dimmed" mb="md">
        {t('admin.searchLead')}
      </Text>
      <SearchForm busy={busy} onSearch={search} />
      {found && found.length > 0 && <FoundList found={found} onView={setViewed} />}
      {viewed && <FoundDialog found={viewed} onClose={() => setViewed(null)} />}
      {alert && <NoticeDialog opened onClose={dismiss} title={alert.title} text={alert.text} />}
    </>
  )
}

/** Id, names and type of one account, and nothing else. */
function FoundDialog({ found, onClose }: { found: Found; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={t('admin.viewTitle')}>
      <Facts
        facts={[
          [t('admin.columnId'), found.id],
          [t('admin.columnFirst'), found.attributes.first_name],
          [t('admin.columnLast'), found.attributes.last_name],
          [t('admin.type'), found.type],
        ]}
      />
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('common.close')}
        </Button>
      </Group>
    </Dialog>
  )
}

interface Props {
  busy: boolean
  onSearch: (first: string, last: string) => void
}

function SearchForm({ busy, onSearch }: Props) {
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    onSearch(first, last)
  }
  return (
    <search>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          className={classes.name ?? ''}
          label={t('accounts.firstName')}
          name="first_name"
          autoComplete="off"
          maxLength={limits.nameMax}
          value={first}
          onChange={({ currentTarget }) => setFirst(currentTarget.value)}
        />
        <TextInput
          className={classes.name ?? ''}
          label={t('accounts.lastName')}
          name="last_name"
          autoComplete="off"
          maxLength={limits.nameMax}
          value={last}
          onChange={({ currentTarget }) => setLast(currentTarget.value)}
        />
        <Button type="submit" loading={busy} leftSection={<IconSearch size={18} aria-hidden />}>
          {t('admin.search')}
        </Button>
      </form>
    </search>
  )
}
