import { Group, Text, UnstyledButton } from '@mantine/core'
import { shortDate } from '#web/lib/format.ts'
import { say } from '#web/lib/say.ts'
import { CutText } from './cut-text.tsx'
import type { ListedSurvey } from './queries.ts'
import { type Chosen, SurveyActionBar } from './survey-actions.tsx'
import classes from './survey-list.module.css'
import { SurveyProgress } from './survey-progress.tsx'

interface Props {
  surveys: readonly ListedSurvey[]
  onChoose: (chosen: Chosen) => void
}

export function SurveyCards({ surveys, onChoose }: Props) {
  return (
    <ul className={classes.cards}>
      {surveys.map((survey) => (
        <Card key={survey.id} survey={survey} onChoose={onChoose} />
      ))}
    </ul>
  )
}

function Card({ survey, onChoose }: { survey: ListedSurvey; onChoose: Props['onChoose'] }) {
  const a = survey.attributes
  return (
    <li className={classes.card}>
      <Group justify="space-between" gap="xs" align="baseline">
        <UnstyledButton
          className={classes.name ?? ''}
          onClick={() => onChoose({ action: 'details', survey })}
        >
          <CutText text={a.survey_name} />
        </UnstyledButton>
        <Text size="sm" c="dimmed">
          <CutText text={a.owner} />
        </Text>
      </Group>
      <SurveyProgress progress={a.progress} />
      <Text size="sm" c="dimmed">
        {say('history.created')} {shortDate(a.date_created)}
        <br />
        {say('history.edited')} {shortDate(a.last_edited)}
      </Text>
      <SurveyActionBar survey={survey} onChoose={onChoose} />
    </li>
  )
}
