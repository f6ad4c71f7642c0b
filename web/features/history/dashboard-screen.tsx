import { Button } from '@mantine/core'
import { IconArrowBackUp, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { myTeams, teamSurveys } from '#contract/sharing/teams.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { lastHeight, readLastVisit, storeForNextVisit, storeHeight } from '#web/lib/page/last-visit.ts'
import { openedFromDashboard } from '#web/lib/page/opened-from.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { reviewNow } from '#web/lib/survey/review-state.ts'
import { useDeviceList } from '#web/offline/list/device-list.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { ContinueSurvey, useIsLastEditedKnown } from './continue-survey.tsx'
import { CreateSurvey } from './create-survey.tsx'
import classes from './dashboard.module.css'
import { FilterBar } from './filter-bar.tsx'
import { isOwn } from './is-own.ts'
import sentBackStyles from './sent-back.module.css'
import type { Chosen } from './survey-actions.tsx'
import { SurveyDialogs } from './survey-dialogs.tsx'
import { SurveyHistory } from './survey-history.tsx'
import teamLinkStyles from './team-link.module.css'
import { useFilters } from './use-filters.ts'

const shownAtMost = 3

export function DashboardScreen() {
  const [filters, setFilters] = useFilters()
  const [creating, setCreating] = useState(false)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  useTitle(t('history.title'))
  useEffect(openedFromDashboard, [])
  return (
    <>
      <ListHead>
        <PageHeader title={t('history.title')}>
          <ContinueSurvey />
          <TeamLink />
          <Button
            px="sm"
            className={classes.create ?? ''}
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setCreating(true)}
          >
            {t('history.create')}
          </Button>
        </PageHeader>
        <SentBack />
      </ListHead>
      <FilterBar filters={filters} onChange={setFilters} />
      <SurveyHistory
        filters={filters}
        onFilters={setFilters}
        onCreate={() => setCreating(true)}
        onChoose={setChosen}
      />
      {creating && <CreateSurvey onClose={() => setCreating(false)} />}
      <SurveyDialogs chosen={chosen} onChoose={setChosen} />
    </>
  )
}

/**
 * The part of the dashboard above the filters. Its parts load shortly after the first paint; until then it reserves
 * the height of the last visit, so nothing below jumps.
 */
function ListHead({ children }: { children: ReactNode }) {
  const account = useSession()?.userId ?? ''
  const { isPending } = useQuery(reading(myTeams, {}))
  const isKnown = useIsLastEditedKnown(account) && !isPending
  const place = useRef<HTMLDivElement>(null)
  const [before] = useState(() => lastHeight(account, 'list-head'))
  useEffect(() => {
    if (!isKnown || !place.current) return
    const watch = new ResizeObserver(([seen]) => {
      if (seen) storeHeight(account, 'list-head', Math.round(seen.contentRect.height))
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [account, isKnown])
  return (
    <div ref={place} style={{ display: 'flow-root', minHeight: isKnown ? undefined : before }}>
      {children}
    </div>
  )
}

/** Surveys a reviewer sent back, shown above everything else. */
function SentBack() {
  const list = useDeviceList(useSession()?.userId ?? '')
  const found = (list?.surveys ?? []).filter(
    (survey) => isOwn(survey) && !survey.gone && reviewNow(survey.attributes) === 'sent_back',
  )
  if (found.length === 0) return null
  return (
    <section className={sentBackStyles.notice} aria-label={t('reviews.chipSentBack')}>
      <IconArrowBackUp size={20} aria-hidden className={sentBackStyles.icon} />
      <p>{t('reviews.dashboard', { count: found.length })}</p>
      <ul>
        {found.slice(0, shownAtMost).map(({ id, attributes: a }) => (
          <li key={id}>
            <Link
              className={sentBackStyles.link}
              to={`/survey?${new URLSearchParams({ templateId: a.survey_template_id, surveyId: id })}`}
            >
              {a.survey_name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Link for team members, with the number of surveys waiting for their review. */
function TeamLink() {
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
      className={teamLinkStyles.link}
      leftSection={<IconUsersGroup size={18} aria-hidden />}
    >
      {waiting > 0 ? t('teams.linkWaiting', { count: waiting }) : t('teams.listTitle')}
    </Button>
  )
}
