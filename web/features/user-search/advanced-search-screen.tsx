import { Button, Group, Table, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useRef, useState } from 'react'
import { searchUsers } from '#contract/admin/admin.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { AdminsOnly } from '#web/ui/admins-only.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import classes from './user-search.module.css'

const columns = ['admin.columnId', 'admin.columnFirst', 'admin.columnLast', 'admin.columnAction'] as const

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

interface FoundListProps {
  found: readonly Found[]
  onView: (found: Found) => void
}

function FoundList({ found, onView }: FoundListProps) {
  return (
    <section aria-label={t('admin.searchResults')}>
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {found.length < limits.userSearchRows
          ? t('admin.accountsCount', { count: found.length })
          : t('admin.searchMany', { count: found.length })}
      </Text>
      <div className={classes.results}>
        <Table verticalSpacing={6} horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column} scope="col">
                  {t(column)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.map((one) => (
              <Row key={one.id} found={one} onView={onView} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}

function Row({ found, onView }: { found: Found; onView: FoundListProps['onView'] }) {
  const { first_name, last_name } = found.attributes
  return (
    <Table.Tr>
      <Table.Td className={classes.id ?? ''}>{found.id}</Table.Td>
      <Table.Td>{first_name}</Table.Td>
      <Table.Td>{last_name}</Table.Td>
      <Table.Td className={classes.action ?? ''}>
        <Button
          variant="subtle"
          px="xs"
          onClick={() => onView(found)}
          aria-label={t('admin.viewOf', { name: `${first_name} ${last_name}` })}
        >
          {t('admin.view')}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}

type Accounts = ReplyOf<typeof searchUsers>['accounts']

type Found = Exclude<Accounts, string>['data'][number]

interface Alert {
  readonly title: string
  readonly text: string
}

/** State of the account search: results, or an alert. */
function useUserSearch() {
  const [found, setFound] = useState<readonly Found[] | null>(null)
  const [alert, setAlert] = useState<Alert | null>(null)
  const [busy, setBusy] = useState(false)
  const asked = useRef(0)

  /** Searches by the names that are not empty; does nothing if both are. */
  async function search(first: string, last: string): Promise<void> {
    const query = {
      ...(first.trim() ? { first_name: first.trim() } : {}),
      ...(last.trim() ? { last_name: last.trim() } : {}),
    }
    if (Object.keys(query).length === 0) return
    const number = ++asked.current
    setBusy(true)
    const result = await call(searchUsers, { query })
    // Ignore a reply to an earlier search.
    if (number !== asked.current) return
    setBusy(false)
    if (!result.ok) return setAlert({ title: t('admin.searchError'), text: result.message })
    const { accounts } = result.reply
    setFound(typeof accounts === 'string' ? [] : accounts.data)
    if (typeof accounts === 'string') setAlert({ title: t('admin.searchTitle'), text: accounts })
  }

  return { found, busy, alert, search, dismiss: () => setAlert(null) }
}
