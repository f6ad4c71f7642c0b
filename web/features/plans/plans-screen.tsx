import { Alert, Button, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMap2, IconPlus } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { firstSection } from '#survey/navigation.ts'
import { BackToDashboard } from '#web/features/survey-form/back-to-dashboard.tsx'
import { DraftContext, useMayEdit, useSurvey } from '#web/features/survey-form/draft-context.ts'
import { formPath } from '#web/features/survey-form/form-params.ts'
import top from '#web/features/survey-form/form-top.module.css'
import { t } from '#web/lib/language/translate.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { useOpenDraft } from '#web/offline/draft/use-open-draft.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingState } from '#web/ui/loading-state.tsx'
import { AddPlans } from './add-plans.tsx'
import { PlanCard } from './plan-card.tsx'
import { PlanView } from './plan-view.tsx'
import classes from './plans.module.css'
import { PlansTop } from './plans-top.tsx'

/** A survey's floor plans, or one plan with its pins. Works on the device, like the form. */
export function PlansScreen() {
  const { surveyId = '', planId = '' } = useParams()
  const account = useSession()?.userId ?? ''
  return <OpenSurvey key={surveyId} account={account} surveyId={surveyId} planId={planId} />
}

function OpenSurvey({ account, surveyId, planId }: { account: string; surveyId: string; planId: string }) {
  const { open, retry } = useOpenDraft(account, surveyId)
  if (open.state === 'opening') return <PlansSkeleton one={planId !== ''} />
  if (open.state === 'failed') {
    const gone = open.status === 404 || open.status === 422
    const text = gone ? t('form.goneOnServer') : open.status === 0 ? t('form.notOnDevice') : open.message
    return (
      <main>
        <ErrorState text={text} {...(gone ? {} : { onRetry: retry })} />
        <BackToDashboard />
      </main>
    )
  }
  return (
    <DraftContext value={open.draft}>
      <Shown planId={planId} />
    </DraftContext>
  )
}

function Shown({ planId }: { planId: string }) {
  const there = useSurvey((survey) => survey.plans.some(({ id }) => id === planId))
  return there ? <PlanView key={planId} planId={planId} /> : <PlanList missing={planId !== ''} />
}

function PlansSkeleton({ one }: { one: boolean }) {
  return (
    <LoadingState>
      <main className={classes.screen} role="status" aria-label={t('form.opening')}>
        <div className={top.top}>
          <Skeleton height={24} width="min(20rem, 60%)" ml="md" />
        </div>
        {one ? (
          <Skeleton className={classes.window ?? ''} radius={0} />
        ) : (
          <div className={classes.body}>
            <div className={classes.cards}>
              {[1, 2, 3].map((card) => (
                <Skeleton key={card} height={290} radius="lg" />
              ))}
            </div>
          </div>
        )}
      </main>
    </LoadingState>
  )
}

/** All floor plans of the survey. */
function PlanList({ missing }: { missing: boolean }) {
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
