import { Box } from '@mantine/core'
import { shortDate } from '#web/lib/format.ts'
import { say } from '#web/lib/say.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import type { ListedSurvey } from './queries.ts'
import { type Chosen, SurveyActionBar } from './survey-actions.tsx'
import { SurveyProgress } from './survey-progress.tsx'

interface Props {
  survey: ListedSurvey
  onClose: () => void
  onChoose: (chosen: Chosen) => void
}

export function DetailDialog({ survey, onClose, onChoose }: Props) {
  const a = survey.attributes
  return (
    <Dialog opened onClose={onClose} title={say('history.details')}>
      <Facts
        facts={[
          [say('history.surveyName'), a.survey_name],
          [say('history.owner'), a.owner],
          [say('history.created'), shortDate(a.date_created)],
          [say('history.edited'), shortDate(a.last_edited)],
          [say('history.createdBy'), a.created_by],
          [say('history.progress'), <SurveyProgress key="progress" progress={a.progress} />],
        ]}
      />
      <Box mt="lg">
        <SurveyActionBar survey={survey} onChoose={onChoose} />
      </Box>
    </Dialog>
  )
}
