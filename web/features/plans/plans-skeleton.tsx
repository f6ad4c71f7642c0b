import { Skeleton } from '@mantine/core'
import top from '#web/features/survey-form/form-top.module.css'
import { t } from '#web/lib/language/translate.ts'
import { LoadingState } from '#web/ui/loading-state.tsx'
import classes from './plans.module.css'

export function PlansSkeleton({ one }: { one: boolean }) {
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
