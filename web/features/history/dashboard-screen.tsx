import { Button } from '@mantine/core'
import { IconArrowBackUp, IconPlayerPlay, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { myTeams, teamSurveys } from '#contract/sharing/teams.ts'
import { useWatchedExport } from '#web/features/exports/watched-exports.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { lastHeight, readLastVisit, storeForNextVisit, storeHeight } from '#web/lib/page/last-visit.ts'
import { openedFromDashboard } from '#web/lib/page/opened-from.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { reviewNow } from '#web/lib/survey/review-state.ts'
import { lastFields } from '#web/offline/draft/last-field.ts'
import { useDeviceList } from '#web/offline/list/device-list.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Part } from '#web/ui/part.tsx'
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

const { View: ExportNotice } = lazyPart(
  async () => (await import('#web/features/exports/export-notice.tsx')).ExportNotice,
)

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
      <WatchedExport />
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

/** Reserves its height from the first paint, so nothing below jumps when it loads. */
function WatchedExport() {
  const account = useSession()?.userId ?? ''
  const id = useWatchedExport(account)
  if (id === null) return null
  return (
    <div className={classes.watched}>
      <Part>
        <ExportNotice account={account} id={id} />
      </Part>
    </div>
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

interface Continued {
  readonly survey: DeviceSurvey
  readonly place: string
}

/**
 * Opens the field that was edited last. Renders nothing until the device's list is read. Never switches to another
 * survey while the screen is open, because the user may be about to press it.
 */
export function ContinueSurvey() {
  const account = useSession()?.userId ?? ''
  const list = useDeviceList(account)
  const [first, setFirst] = useState<Continued | null>(null)
  const isKnown = useIsLastEditedKnown(account)
  if (!first && list && isKnown) {
    const found = lastEdited(list.surveys, account)
    if (found) setFirst(found)
  }
  if (!first) return null
  const { survey, place } = first
  const { survey_name: name, survey_template_id: templateId } = survey.attributes
  const isOpen = list?.surveys.some((one) => one.id === survey.id && canContinue(one))
  const words = t('history.continueAt', { name, place })
  return (
    <Button
      component={Link}
      to={`/survey?${new URLSearchParams({ templateId, surveyId: survey.id })}`}
      variant="light"
      justify="start"
      className={classes.continue}
      title={words}
      leftSection={<IconPlayerPlay size={18} aria-hidden />}
      // Submitted or deleted in the meantime: keep the space, so nothing below moves.
      style={{ visibility: isOpen ? undefined : 'hidden' }}
    >
      {words}
    </Button>
  )
}

/**
 * Whether the device's list is current for the last edited survey. A survey opened by its address is listed only
 * after the next request to the server.
 */
function useIsLastEditedKnown(account: string): boolean {
  const list = useDeviceList(account)
  const [openedAt] = useState(() => new Date().toISOString())
  if (!list || list.stale) return false
  const [latest] = lastFields(account)
  if (!latest || (list.checkedAt ?? '') > openedAt) return true
  return list.deleted.has(latest.survey) || list.surveys.some(({ id }) => id === latest.survey)
}

/** The most recently edited survey that can still be filled in. */
function lastEdited(surveys: readonly DeviceSurvey[], account: string): Continued | null {
  for (const { survey: id, place } of lastFields(account)) {
    const survey = surveys.find((one) => one.id === id)
    if (survey && canContinue(survey)) return { survey, place }
  }
  return null
}

function canContinue({ here, gone, attributes }: DeviceSurvey): boolean {
  return here && !gone && attributes.my_role !== 'viewer' && attributes.status !== 'Completed'
}
