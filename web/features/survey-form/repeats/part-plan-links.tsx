import { IconMapPin } from '@tabler/icons-react'
import { plansOf } from '#survey/plans.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { planPath } from '#web/lib/survey/plan-path.ts'
import { useSurvey } from '../draft-context.ts'
import classes from './plans-link.module.css'

/** Links to the floor plans the sub-section is pinned on. */
export function PartPlanLinks({ subSectionId }: { subSectionId: string }) {
  const plans = useSurvey((survey) => survey.plans)
  const surveyId = useSurvey((survey) => survey.id)
  const pinned = plansOf({ plans }, subSectionId)
  if (pinned.length === 0) return null
  return (
    <div className={classes.on}>
      {pinned.map(({ id, name }) => (
        <Link key={id} to={planPath(surveyId, id)} className={classes.onPlan}>
          <IconMapPin size={18} aria-hidden />
          {t('plans.onPlan', { name })}
        </Link>
      ))}
    </div>
  )
}
