import { Text } from '@mantine/core'
import { changedText } from '#survey/changed-since.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import classes from './survey-list.module.css'

interface Props {
  survey: DeviceSurvey
  /** True if offline and the survey is not on this device. */
  away: boolean
}

/** Everything unusual about a survey, one line each. */
export function SurveyMarks({ survey, away }: Props) {
  return (
    <>
      {survey.state === 'needs attention' && (
        <Link to="/Datastorage2" className={classes.problemLink}>
          {t('history.refused')}
        </Link>
      )}
      {marksOf(survey, away).map((line) => (
        <Text key={line} size="xs" c="dimmed">
          {line}
        </Text>
      ))}
    </>
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
