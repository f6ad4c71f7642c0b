import type { ShownPlan } from '#contract/plan-item.ts'
import { planAlt } from '#web/lib/plan-alt.ts'
import { say } from '#web/lib/say.ts'
import { PinnedPicture } from '#web/ui/pinned-picture.tsx'
import classes from './report-plans.module.css'
import report from './report-view.module.css'

/** The chapter of floor plans, each with its pins and what their numbers mean. */
export function ReportPlans({ plans }: { plans: readonly ShownPlan[] }) {
  if (plans.length === 0) return null
  return (
    <section id="plans" className={report.section}>
      <h2 className={classes.heading}>{say('plans.chapter')}</h2>
      {plans.map((plan) => (
        <div key={plan.planId} className={classes.plan}>
          <h3 className={report.partText}>{plan.name}</h3>
          <figure className={classes.figure}>
            <PinnedPicture
              url={plan.url}
              width={plan.width}
              height={plan.height}
              alt={planAlt(plan)}
              marks={plan.pins}
              missing={say('reports.pictureMissing')}
            />
          </figure>
          <Legend plan={plan} />
        </div>
      ))}
    </section>
  )
}

function Legend({ plan }: { plan: ShownPlan }) {
  if (plan.pins.length === 0) return null
  return (
    <ul className={classes.legend} aria-label={say('plans.legendOf', { name: plan.name })}>
      {plan.pins.map(({ number, name, target }) => (
        <li key={number} className={classes.entry}>
          <span className={classes.number}>{number}</span>
          {target === null ? <span>{name}</span> : <a href={`#${target}`}>{name}</a>}
        </li>
      ))}
    </ul>
  )
}
