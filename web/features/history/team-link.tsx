import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { myTeams, teamSurveys } from '#contract/sharing/teams.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { readLastVisit, storeForNextVisit } from '#web/lib/page/last-visit.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useSession } from '#web/lib/session/session.ts'
import classes from './team-link.module.css'

/** Link for team members, with the number of surveys waiting for their review. */
export function TeamLink() {
  const account = useSession()?.userId ?? ''
  const { data: teams } = useQuery(reading(myTeams, {}))
  const own = (teams?.data ?? []).flatMap(({ attributes: { members } }) =>
    members.filter(({ account_id }) => account_id === account),
  )
  const reviews = own.some(({ granted }) => granted === 'review' || granted === 'edit')
  const { data } = useQuery({ ...reading(teamSurveys, { query: { per_page: '1' } }), enabled: reviews })
  const waiting = data?.meta.counts.submitted ?? 0
  const [wasMember] = useState(() => readLastVisit(account, 'team') !== null)
  // Offline, use the membership known from the last visit.
  const isMember = teams ? own.length > 0 : wasMember
  useEffect(() => {
    if (teams) storeForNextVisit(account, 'team', isMember ? '1' : null)
  }, [account, teams, isMember])
  if (!isMember) return null
  return (
    <Button
      component={Link}
      to={waiting > 0 ? '/Team?state=submitted' : '/Team'}
      variant="default"
      px="sm"
      className={classes.link}
      leftSection={<IconUsersGroup size={18} aria-hidden />}
    >
      {waiting > 0 ? t('teams.linkWaiting', { count: waiting }) : t('teams.listTitle')}
    </Button>
  )
}
