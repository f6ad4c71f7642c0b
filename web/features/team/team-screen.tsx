import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { isUnreached } from '#web/lib/http/query-client.ts'
import { grantText } from '#web/lib/language/grant-text.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { useFiltersOf } from '#web/lib/page/use-filters.ts'
import { useSession } from '#web/lib/session/session.ts'
import { BackButton } from '#web/ui/back-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import rows from '#web/ui/survey-rows.module.css'
import { addressOf, filtersOf, type MyTeam, myTeamsQuery, peopleOf } from './queries.ts'
import classes from './team.module.css'
import { TeamList } from './team-list.tsx'

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

interface Props {
  readonly teams: readonly MyTeam[]
  readonly account: string
}

/** Tells users who can see their surveys. */
function TeamVisibility({ teams, account }: Props) {
  return (
    <section className={classes.who}>
      <Title order={2} size="h4" mb="xs">
        {t('teams.whoSees')}
      </Title>
      {teams.map(({ id, attributes: { name, members } }) => {
        const readers = members.filter(
          ({ account_id, granted, is_disabled }) =>
            account_id !== account && granted !== 'none' && !is_disabled,
        )
        return (
          <div key={id} className={classes.team}>
            <Text fw={600}>{name}</Text>
            {readers.length === 0 && <Text c="dimmed">{t('teams.nobodySees')}</Text>}
            <ul>
              {readers.map((one) => (
                <li key={one.account_id}>
                  {one.name} <span className={rows.second}>{grantText(one.granted)}</span>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </section>
  )
}
