import { Skeleton } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { LoadingState } from '#web/ui/loading-state.tsx'
import layout from './form-layout.module.css'
import top from './form-top.module.css'

/** Placeholder while the form opens. */
export function FormSkeleton() {
  return (
    <LoadingState>
      <main className={layout.form} role="status" aria-label={t('form.opening')}>
        <div className={top.top}>
          <Skeleton height={24} width="min(20rem, 60%)" ml="md" />
        </div>
        <div className={layout.columns}>
          <div className={layout.side}>
            {[1, 2, 3, 4, 5, 6].map((row) => (
              <Skeleton key={row} height={40} mb="xs" />
            ))}
          </div>
          <div className={layout.content}>
            <Skeleton height={30} width="50%" mb="xl" />
            {[1, 2, 3, 4, 5].map((row) => (
              <div key={row}>
                <Skeleton height={16} width="35%" mb={8} />
                <Skeleton height={44} mb={28} />
              </div>
            ))}
          </div>
        </div>
      </main>
    </LoadingState>
  )
}
