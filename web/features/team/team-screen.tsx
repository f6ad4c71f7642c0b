import { Skeleton, Stack, Text } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { isUnreached } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { useFiltersOf } from '#web/lib/page/use-filters.ts'
import { useSession } from '#web/lib/session/session.ts'
import { BackButton } from '#web/ui/back-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { addressOf, filtersOf, myTeamsQuery, peopleOf } from './queries.ts'
import { TeamList } from './team-list.tsx'
import { TeamVisibility } from './team-visibility.tsx'

/** Surveys of teammates that the user may open, and who can open the user's own. Needs the network. */
export function TeamScreen() {
  const account = useSession()?.userId ?? ''
  const [filters, change] = useFiltersOf(filtersOf, addressOf)
  const teams = useQuery(myTeamsQuery)
  useTitle(t('teams.listTitle'))
  const people = teams.data ? peopleOf(teams.data.data, account) : null
  return (
    <>
      <PageHeader title={t('teams.listTitle')}>
        <BackButton to="/dashboard">{t('deleted.back')}</BackButton>
      </PageHeader>
      {teams.error && (
        <ErrorState
          text={isUnreached(teams.error) ? t('teams.offline') : teams.error.message}
          onRetry={() => void teams.refetch()}
          busy={teams.isFetching}
        />
      )}
      {teams.isLoading && (
        <Stack gap="sm">
          <Skeleton height={56} />
          <Skeleton height={150} />
        </Stack>
      )}
      {teams.data?.data.length === 0 && (
        <EmptyState text={t('teams.noTeam')} icon={<IconUsersGroup size={40} stroke={1.5} aria-hidden />}>
          <Text size="sm" ta="center">
            {t('teams.noTeamText')}
          </Text>
        </EmptyState>
      )}
      {people && people.size > 0 && <TeamList people={people} filters={filters} onChange={change} />}
      {teams.data && teams.data.data.length > 0 && (
        <TeamVisibility teams={teams.data.data} account={account} />
      )}
    </>
  )
}
