import { Button } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { NoticeLine } from '#web/ui/notice-line.tsx'
import classes from './survey-moves.module.css'

interface Props {
  surveyId: string
  /** Another button is the primary action. */
  quiet: boolean
  /** Result of the last action. Shown below the button, which must not move. */
  notice: string | null
  onNotice: (text: string | null) => void
}

/** Open survey, placed above everything that changes with a move. */
export function OpenSurvey({ surveyId, quiet, notice, onNotice }: Props) {
  return (
    <div className={classes.open}>
      <Button
        component={Link}
        to={`/survey?${new URLSearchParams({ surveyId })}`}
        variant={quiet ? 'default' : 'filled'}
      >
        {t('surveyMoves.open')}
      </Button>
      <NoticeLine text={notice} onClose={() => onNotice(null)} />
    </div>
  )
}
