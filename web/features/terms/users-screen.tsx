import { Group, Skeleton, Table, Text } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSearchParams } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { pageParam, searchText, textParam } from '#web/lib/page/url-state.ts'
import { BackButton } from '#web/ui/back-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { NotAllowed } from '#web/ui/not-allowed.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { useVersion } from './queries.ts'
import { termsDate } from './terms-date.ts'

/** Users who accepted a version, with the time. */
export function TermsUsersScreen() {
  const [params, setParams] = useSearchParams()
  const page = pageParam(params)
  const search = textParam(params, 'search', limits.searchMax)
  const { version, error, retry, isFetching } = useVersion({ page: String(page), search_query: search })
  const people = version?.data.attributes.accepted_by
  useTitle(t('terms.usersTitle'))

  function show(change: { page?: number; search?: string }, replace = false) {
    setParams(searchText({ id: params.get('id'), search, page: 1, ...change }), { replace })
  }
  const stepsBack = people?.length === 0 && page > 1 && !isFetching
  useEffect(() => {
    if (stepsBack) show({ page: page - 1 }, true)
  })
  if (version?.meta.isAdminUser === false) return <NotAllowed />
  return (
    <>
      <PageHeader title={t('terms.usersTitle')}>
        <BackButton to={`/TermsConditionsDetail?id=${version?.data.id ?? params.get('id') ?? ''}`}>
          {t('common.back')}
        </BackButton>
      </PageHeader>
      {error && !version && <ErrorState text={error.message} onRetry={retry} busy={isFetching} />}
      <Group mb="md" gap="md" justify="space-between" align="end">
        {version ? (
          <Text c="dimmed">{t('terms.usersText', { version: version.data.attributes.version })}</Text>
        ) : (
          <Skeleton height={22} width={260} />
        )}
        <UsersSearch search={search} onChange={(text) => show({ search: text }, true)} />
      </Group>
      {!version && !error && <Skeleton height={220} />}
      {people && people.length > 0 && <People people={people} />}
      {people?.length === 0 && !stepsBack && (
        <EmptyState
          text={t(search ? 'terms.usersNoneFound' : 'terms.usersNone')}
          icon={<IconUserCheck size={40} stroke={1.5} aria-hidden />}
        />
      )}
      {version && version.meta.total_pages >= limits.pagerFromPages && (
        <Pager total={version.meta.total_pages} page={page} onChange={(next) => show({ page: next })} />
      )}
    </>
  )
}

interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly full_phone_number: string
  readonly accepted_on: string
}

function People({ people }: { people: readonly Person[] }) {
  return (
    <Table verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('terms.columnEmail')}</Table.Th>
          <Table.Th w="8rem">{t('terms.columnAccepted')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {people.map((person) => (
          <Table.Tr key={person.id}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {person.email || person.full_phone_number}
              <Text size="sm" c="dimmed">
                {person.name}
              </Text>
            </Table.Td>
            <Table.Td>{termsDate(person.accepted_on)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function UsersSearch({ search, onChange }: { search: string; onChange: (text: string) => void }) {
  return (
    <search style={{ maxWidth: '100%' }}>
      <SearchField label={t('terms.usersSearch')} w="17.5rem" maw="100%" value={search} onSearch={onChange} />
    </search>
  )
}
