import { Button, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isUnreached } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link, useLocation } from '#web/lib/page/router.tsx'
import { fetchSurvey } from '#web/offline/incoming/fetch-survey.ts'
import { logError } from '#web/offline/store/journal.ts'
import { lastDecisionOf } from './last-decision.ts'
import { neighborsQuery, type QueueFilters, surveyAddress } from './queries.ts'
import classes from './review.module.css'

interface Props {
  readonly account: string
  readonly surveyId: string
  readonly filters: QueueFilters
  readonly shows: 'report' | 'form'
  readonly onShow: (what: 'report' | 'form') => void
  /** Ref of the element that receives the open survey's buttons. */
  readonly slot: (node: HTMLElement | null) => void
}

/** The bottom bar: report or form, previous and next, and the decision. */
export function ReviewBar({ account, surveyId, filters, shows, onShow, slot }: Props) {
  const { data, error, refetch, isFetching } = useQuery(neighborsQuery(surveyId, filters))
  const made = lastDecisionOf(useLocation().state)
  const { previous = null, next = null, position = null, total = 0 } = data?.data ?? {}
  useAhead(account, next?.id)
  return (
    <footer className={classes.bar}>
      {error && !data && (
        <p role="alert" className={classes.trouble}>
          {isUnreached(error) ? t('reviews.queueOffline') : t('reviews.stepsFailed')}{' '}
          <Button
            variant="subtle"
            size="compact-md"
            mih={44}
            loading={isFetching}
            onClick={() => void refetch()}
          >
            {t('common.retry')}
          </Button>
        </p>
      )}
      <div className={classes.row}>
        <SegmentedControl
          className={classes.switch ?? ''}
          aria-label={t('reviews.show')}
          value={shows}
          onChange={(value) => onShow(value === 'form' ? 'form' : 'report')}
          data={[
            { value: 'report', label: t('reviews.showReport') },
            { value: 'form', label: t('reviews.showForm') },
          ]}
        />
        <nav className={classes.steps} aria-label={t('reviews.queueSteps')}>
          <Step to={previous} filters={filters} text={t('reviews.previousSurvey')} Icon={IconChevronLeft} />
          <span className={classes.position} role="status">
            {data &&
              (position === null ? t('reviews.left', { total }) : t('reviews.position', { position, total }))}
          </span>
          <Step to={next} filters={filters} text={t('reviews.nextSurvey')} Icon={IconChevronRight} />
        </nav>
        <p role="status" className={classes.made}>
          {made &&
            t(made.made === 'accepted' ? 'reviews.acceptedNow' : 'reviews.sentBackNow', { name: made.name })}
        </p>
        <div ref={slot} className={classes.actions} />
      </div>
    </footer>
  )
}

interface StepProps {
  readonly to: { readonly id: string; readonly survey_name: string } | null
  readonly filters: QueueFilters
  readonly text: string
  readonly Icon: typeof IconChevronLeft
}

function Step({ to, filters, text, Icon }: StepProps) {
  // A disabled button keeps its place, so the others don't move.
  if (!to)
    return (
      <Button variant="default" px="xs" disabled aria-label={text}>
        <Icon size={22} aria-hidden />
      </Button>
    )
  return (
    <Button
      component={Link}
      to={surveyAddress(to.id, filters)}
      variant="default"
      px="xs"
      aria-label={`${text}: ${to.survey_name}`}
      title={to.survey_name}
    >
      <Icon size={22} aria-hidden />
    </Button>
  )
}

/** Prefetches the next survey onto the device. */
function useAhead(account: string, next: string | undefined): void {
  useEffect(() => {
    if (next) fetchSurvey(account, next, { ahead: true }).catch(logError('review ahead'))
  }, [account, next])
}
