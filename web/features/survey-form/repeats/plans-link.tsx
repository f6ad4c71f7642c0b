import { IconMap2 } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { planPath } from '#web/lib/survey/plan-path.ts'
import { useSurvey } from '../draft-context.ts'
import classes from './plans-link.module.css'

/** Link to the survey's floor plans. */
export function PlansLink() {
  const surveyId = useSurvey((survey) => survey.id)
  const count = useSurvey((survey) => survey.plans.length)
  return (
    <Link to={planPath(surveyId)} className={classes.entry}>
      <IconMap2 size={22} stroke={1.75} aria-hidden />
      <span className={classes.words}>
        <span>{t('plans.entry')}</span>
        <span className={classes.count}>{t('plans.entryCount', { count })}</span>
      </span>
    </Link>
  )
}
