import { Alert, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMap2, IconPlus } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { firstSection } from '#survey/navigation.ts'
import { useMayEdit, useSurvey } from '#web/features/survey-form/draft-context.ts'
import { formPath } from '#web/features/survey-form/form-params.ts'
import { t } from '#web/lib/language/translate.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddPlans } from './add-plans.tsx'
import { PlanCard } from './plan-card.tsx'
import classes from './plans.module.css'
import { PlansTop } from './plans-top.tsx'

/** All floor plans of the survey. */
export function PlanList({ missing }: { missing: boolean }) {
  const [adding, { open, close }] = useDisclosure(false)
  const survey = useSurvey((one) => one)
  const { plans } = survey
  const full = plans.length >= limits.plansPerSurvey
  const form = formPath(survey.template.id, survey.id, firstSection(survey)?.id ?? '')
  const mayEdit = useMayEdit()
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={open} disabled={full}>
      {t('plans.add')}
    </Button>
  )
  return (
    <div className={classes.screen}>
      <PlansTop
        title={t('plans.titleOf', { name: survey.name })}
        back={{ to: form, text: t('plans.toForm') }}
      />
      <main id="main" className={classes.body}>
        {missing && (
          <Alert mb="md" role="alert">
            {t('plans.notFound')}
          </Alert>
        )}
        {plans.length === 0 ? (
          <EmptyState text={t('plans.empty')} icon={<IconMap2 size={40} stroke={1.5} aria-hidden />}>
            {add}
          </EmptyState>
        ) : (
          <>
            <div className={classes.listTop}>
              {add}
              {full && mayEdit && <p className={classes.quiet}>{t('plans.full')}</p>}
            </div>
            <ul className={classes.cards} aria-label={t('plans.plans')}>
              {plans.map((plan) => (
                <PlanCard key={plan.id} plan={plan} />
              ))}
            </ul>
          </>
        )}
      </main>
      {adding && mayEdit && <AddPlans onClose={close} />}
    </div>
  )
}
