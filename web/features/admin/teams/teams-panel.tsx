import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconCheck, IconUsersGroup, IconUsersPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { useNotice } from '../use-notice.ts'
import { teamsQuery } from './queries.ts'
import { TeamCard } from './team-card.tsx'
import { TeamNameDialog } from './team-name-dialog.tsx'
import classes from './teams.module.css'

/** The Teams tab: members and their grants. */
export function TeamsPanel() {
  const read = useQuery(teamsQuery)
  const [notice, setNotice] = useNotice()
  const [creating, setCreating] = useState(false)
  return (
    <>
      <Text c="dimmed" mb="md" maw="44rem">
        {t('teams.intro')}
      </Text>
      <Group mb="md">
        <Button leftSection={<IconUsersPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
          {t('teams.create')}
        </Button>
      </Group>
      <div role="status">
        {notice && (
          <Alert mb="md" color="green" icon={<IconCheck aria-hidden />}>
            {notice}
          </Alert>
        )}
      </div>
      {read.error && (
        <ErrorState text={read.error.message} onRetry={() => void read.refetch()} busy={read.isFetching} />
      )}
      {read.isLoading && <Skeleton height={180} />}
      {read.data?.data.length === 0 && (
        <EmptyState text={t('teams.none')} icon={<IconUsersGroup size={40} stroke={1.5} aria-hidden />}>
          <Text size="sm" ta="center">
            {t('teams.noneText')}
          </Text>
        </EmptyState>
      )}
      <ul className={classes.teams}>
        {read.data?.data.map((team) => (
          <TeamCard key={team.id} team={team} onDone={setNotice} />
        ))}
      </ul>
      {creating && <TeamNameDialog onClose={() => setCreating(false)} />}
    </>
  )
}
