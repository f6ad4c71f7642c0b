import { legendText, planAlt } from '#survey/plan-alt.ts'
import { t } from '#web/lib/language/translate.ts'
import { PinnedPicture } from '#web/ui/pinned-picture.tsx'
import classes from './guest-plans.module.css'
import type { GuestInfo } from './queries.ts'

interface Props {
  readonly plans: GuestInfo['plans']
  readonly onOpen: (sectionId: string, partId: string) => void
  /** A signed URL expired. */
  readonly onBroken: () => void
}

/** Floor plans with pins that link to their sub-sections. */
export function GuestPlans({ plans, onOpen, onBroken }: Props) {
  if (plans.length === 0) return null
  return (
    <details className={classes.plans}>
      <summary className={classes.summary}>
        {t('plans.chapter')}
        <span className={classes.count}>{t('plans.entryCount', { count: plans.length })}</span>
      </summary>
      {plans.map((plan) => (
        <section key={plan.planId} className={classes.plan} aria-label={plan.name}>
          <h2 className={classes.name}>{plan.name}</h2>
          <PinnedPicture
            url={plan.url}
            width={plan.width}
            height={plan.height}
            alt={planAlt(plan)}
            marks={plan.pins}
            missing={t('reports.pictureMissing')}
            onBroken={onBroken}
          />
          <ul className={classes.legend} aria-label={t('plans.legendOf', { name: plan.name })}>
            {plan.pins.map(({ sectionId, partId, ...pin }) => (
              <li key={partId}>
                <button type="button" className={classes.entry} onClick={() => onOpen(sectionId, partId)}>
                  <span className={classes.mark}>{pin.mark}</span>{' '}
                  <span className={classes.partName}>{legendText(pin)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  )
}
