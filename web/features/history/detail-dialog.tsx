import { Alert, Box, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { listReviews } from '#contract/surveys/reviews.ts'
import { zoneName } from '#survey/time-zone.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { surveyDate, zoneOf } from '#web/lib/language/format.ts'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { reviewNow } from '#web/lib/survey/review-state.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { StateChip } from '#web/ui/state-chip.tsx'
import { isOwn } from './is-own.ts'
import classes from './review-history.module.css'
import { type Chosen, SurveyActionBar } from './survey-actions.tsx'
import { SurveyMarks } from './survey-marks.tsx'
import { SurveyProgress } from './survey-progress.tsx'
import { useRefused } from './use-refused.ts'

const words = {
  sent_back: 'reviews.chipSentBack',
  resubmitted: 'reviews.chipResubmitted',
  accepted: 'reviews.chipAccepted',
  taken_back: 'reviews.takenBack',
} as const

interface Props {
  survey: DeviceSurvey
  onClose: () => void
  onChoose: (chosen: Chosen) => void
}

export function DetailDialog({ survey, onClose, onChoose }: Props) {
  const refused = useRefused(survey.id)
  const a = survey.attributes
  return (
    <Dialog opened onClose={onClose} title={t('history.details')}>
      {refused?.problems.map((problem) => (
        <Alert key={problem} color="red" mb="md" role="alert">
          {problem}
        </Alert>
      ))}
      <Box mb="md">
        <SurveyActionBar survey={survey} away={false} onChoose={onChoose} />
      </Box>
      <Facts
        facts={[
          [t('history.surveyName'), a.survey_name],
          [t('history.owner'), a.owner],
          [t('history.created'), surveyDate(a.date_created, a.time_zone)],
          [t('history.edited'), surveyDate(a.last_edited, a.time_zone)],
          ...zoneFact(a.time_zone),
          [t('history.createdBy'), a.created_by],
          [t('history.progress'), <SurveyProgress key="progress" progress={a.progress} />],
          [
            t('history.state'),
            <StateChip key="state" submitted={a.status === 'Completed'} review={reviewNow(a)} />,
          ],
        ]}
      />
      <Box mt="sm">
        <SurveyMarks survey={survey} away={false} />
      </Box>
      {a.review_state && <ReviewHistory survey={survey.id} />}
      <Group gap="xs" mt="lg">
        {isOwn(survey) && (
          <>
            <Button
              variant="default"
              aria-label={t('history.renameOf', { name: a.survey_name })}
              onClick={() => onChoose({ action: 'names', survey })}
            >
              {t('history.rename')}
            </Button>
            <Button component={Link} to={`/SurveyVersion/${survey.id}`} variant="default">
              {t('surveyMoves.title')}
            </Button>
          </>
        )}
        <Button
          variant="default"
          aria-label={t('exports.exportOf', { name: a.survey_name })}
          onClick={() => onChoose({ action: 'export', survey })}
        >
          {t('exports.export')}
        </Button>
      </Group>
    </Dialog>
  )
}

/** The survey's time zone, if it differs from the device's. */
function zoneFact(timeZone: string | null | undefined): readonly (readonly [string, string])[] {
  const zone = zoneOf(timeZone)
  return zone === zoneOf(null) ? [] : [[t('history.timeZone'), zoneName(zone)]]
}

type ReviewEntry = ReplyOf<typeof listReviews>['data'][number]['attributes']

/** A survey's reviews, newest first. Renders nothing offline. */
function ReviewHistory({ survey }: { survey: string }) {
  const { data } = useQuery({ ...reading(listReviews, { params: { id: survey } }), staleTime: 0 })
  if (!data || data.data.length === 0) return null
  return (
    <section className={classes.history}>
      <Text component="h3" fw={600}>
        {t('reviews.barTitle')}
      </Text>
      <ul>
        {data.data.map(({ id, attributes }) => (
          <li key={id}>{lineOf(attributes)}</li>
        ))}
      </ul>
    </section>
  )
}

function lineOf({ kind, done_by, done_at, notes }: ReviewEntry): string {
  const what = t(words[kind])
  const summary = notes > 0 ? `${what} (${t('reviews.notesCount', { count: notes })})` : what
  return [summary, done_by, shortTime(done_at)].filter(Boolean).join(' · ')
}
