import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '#web/lib/language/translate.ts'

/** `quiet`: something else is the obvious next step. */
export function OpenSurvey({ surveyId, quiet }: { surveyId: string; quiet: boolean }) {
  return (
    <div>
      <Button
        component={Link}
        to={`/survey?${new URLSearchParams({ surveyId })}`}
        variant={quiet ? 'default' : 'filled'}
      >
        {t('surveyMoves.open')}
      </Button>
    </div>
  )
}
