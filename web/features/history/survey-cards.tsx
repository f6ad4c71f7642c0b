import { Group, Text } from '@mantine/core'
import { surveyDate } from '#web/lib/format.ts'
import { say } from '#web/lib/say.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { SyncMark } from '#web/ui/sync-mark.tsx'
import { CutText } from './cut-text.tsx'
import { type Chosen, SurveyActionBar } from './survey-actions.tsx'
import classes from './survey-list.module.css'
import { SurveyMarks } from './survey-marks.tsx'
import { SurveyName } from './survey-name.tsx'
import { SurveyProgress } from './survey-progress.tsx'

interface Props {
  surveys: readonly DeviceSurvey[]
  /** The server is not reached: only what is on this device opens. */
  cutOff: boolean
  onChoose: (chosen: Chosen) => void
}

export function SurveyCards({ surveys, cutOff, onChoose }: Props) {
  return (
    <ul className={classes.cards}>
      {surveys.map((survey) => (
        <Card key={survey.id} survey={survey} away={cutOff && !survey.here} onChoose={onChoose} />
      ))}
    </ul>
  )
}

interface CardProps {
  survey: DeviceSurvey
  away: boolean
  onChoose: Props['onChoose']
}

function Card({ survey, away, onChoose }: CardProps) {
  const a = survey.attributes
  return (
    <li className={classes.card} data-away={away || undefined}>
      <Group justify="space-between" gap="xs" align="baseline">
        <span className={classes.named}>
          <SurveyName survey={survey} onChoose={onChoose} />
          <SyncMark state={survey.state} />
        </span>
        <Text size="sm" c="dimmed">
          <CutText text={a.owner} />
        </Text>
      </Group>
      <SurveyMarks survey={survey} away={away} />
      <SurveyProgress progress={a.progress} />
      <Text size="sm" c="dimmed">
        {say('history.created')} {surveyDate(a.date_created, a.time_zone)}
        <br />
        {say('history.edited')} {surveyDate(a.last_edited, a.time_zone)}
      </Text>
      <SurveyActionBar survey={survey} away={away} onChoose={onChoose} />
    </li>
  )
}
