import { legendText, planAlt } from '#survey/plan-alt.ts'
import type { ReportPin, ReportPlan } from '#survey/report.ts'
import { t } from '#web/lib/language/translate.ts'
import { PinnedPicture } from '#web/ui/pinned-picture.tsx'
import type { ReportPictures } from './figure-sources.ts'
import classes from './report-plans.module.css'
import report from './report-view.module.css'
import { useReportPicture } from './use-report-picture.ts'

interface Props {
  readonly plans: readonly ReportPlan[]
  readonly pictures: ReportPictures
}

/** The floor plans with their pins and legends. */
export function ReportPlans({ plans, pictures }: Props) {
  if (plans.length === 0) return null
  return (
    <section id="plans" className={report.section}>
      <h2 className={classes.heading}>{t('plans.chapter')}</h2>
      {plans.map((plan) => (
        <div key={plan.planId} className={classes.plan}>
          <h3 className={report.partText}>{plan.name}</h3>
          <figure className={classes.figure}>
            <PlanPicture plan={plan} pictures={pictures} />
          </figure>
          <Legend plan={plan} />
        </div>
      ))}
    </section>
  )
}

function PlanPicture({ plan, pictures }: { plan: ReportPlan; pictures: ReportPictures }) {
  const { sources, width, height } = pictures.ofPlan(plan.planId)
  const { ref, state, url, onBroken } = useReportPicture(sources)
  if (url || state === 'absent') {
    return (
      <div ref={ref} data-reading={state === 'reading'}>
        <PinnedPicture
          url={url}
          width={width}
          height={height}
          alt={planAlt(plan)}
          marks={plan.pins}
          missing={t(pictures.missing)}
          onBroken={onBroken}
        />
      </div>
    )
  }
  const aspectRatio = width && height ? `${width} / ${height}` : '4 / 3'
  return <div ref={ref} className={classes.room} style={{ aspectRatio }} data-reading={state === 'reading'} />
}

function Legend({ plan }: { plan: ReportPlan }) {
  if (plan.pins.length === 0) return null
  return (
    <ul className={classes.legend} aria-label={t('plans.legendOf', { name: plan.name })}>
      {plan.pins.map((pin) => (
        <li key={pin.number} className={classes.entry}>
          {pin.target === null ? (
            <LegendEntry pin={pin} />
          ) : (
            <a href={`#${pin.target}`}>
              <LegendEntry pin={pin} />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

function LegendEntry({ pin }: { pin: ReportPin }) {
  return (
    <>
      <span className={classes.mark}>{pin.mark}</span> <span>{legendText(pin)}</span>
    </>
  )
}
