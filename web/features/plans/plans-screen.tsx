import { Skeleton } from '@mantine/core'
import { BackToDashboard } from '#web/features/survey-form/back-to-dashboard.tsx'
import { DraftContext, useSurvey } from '#web/features/survey-form/draft-context.ts'
import top from '#web/features/survey-form/form-top.module.css'
import { t } from '#web/lib/language/translate.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { useOpenDraft } from '#web/offline/draft/use-open-draft.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { LoadingState } from '#web/ui/loading-state.tsx'
import { PlanList } from './plan-list.tsx'
import { PlanView } from './plan-view.tsx'
import classes from './plans.module.css'

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
