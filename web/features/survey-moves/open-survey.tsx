import { Button } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { NoticeLine } from '#web/ui/notice-line.tsx'
import classes from './survey-moves.module.css'

interface Props {
  surveyId: string
  /** Something else is the obvious next step. */
  quiet: boolean
  /** What was done; it comes below the button, which must not jump away from whoever is about to press it. */
  notice: string | null
  onNotice: (text: string | null) => void
}

/** Above whatever comes and goes with each move. */
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
