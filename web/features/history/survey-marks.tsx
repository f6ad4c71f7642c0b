import { Text } from '@mantine/core'
import { changedText } from '#survey/changed-since.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { reviewNow } from '#web/lib/survey/review-state.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { StateChip } from '#web/ui/state-chip.tsx'
import classes from './survey-list.module.css'

interface Props {
  survey: DeviceSurvey
  /** There is no network, and it is not on this device. */
  away: boolean
  /** false = it is told beside it. */
  withState?: boolean
}

/** What is out of the ordinary about a survey of the list, in a line each. */
export function SurveyMarks({ survey, away, withState = true }: Props) {
  const lines = marksOf(survey, away)
  const review = withState ? reviewNow(survey.attributes) : null
  return (
    <>
      {survey.state === 'needs attention' && (
        <Link to="/Datastorage2" className={classes.mend}>
          {t('history.refused')}
        </Link>
      )}
      {review && <StateChip submitted={survey.attributes.status === 'Completed'} review={review} />}
      {lines.map((line) => (
        <Text key={line} size="xs" c="dimmed">
          {line}
        </Text>
      ))}
    </>
  )
}

/** Whether there is anything of that. */
export function hasMarks(survey: DeviceSurvey, away: boolean): boolean {
  return (
    survey.state === 'needs attention' ||
    reviewNow(survey.attributes) !== null ||
    marksOf(survey, away).length > 0
  )
}

function marksOf({ attributes, gone }: DeviceSurvey, away: boolean): string[] {
  const { my_role, created_by } = attributes
  const changed = changedText(attributes.changed_since_submission)
  return [
    ...(changed ? [changed] : []),
    ...(my_role === 'editor' ? [t('history.sharedEditor', { name: created_by })] : []),
    ...(my_role === 'viewer' ? [t('history.sharedViewer', { name: created_by })] : []),
    ...(gone ? [t('history.gone')] : []),
    ...(away ? [t('history.notHere')] : []),
  ]
}
