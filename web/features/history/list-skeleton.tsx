import { Skeleton, Stack } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { UntilAnswered } from '#web/ui/until-answered.tsx'
import classes from './survey-list.module.css'

/** Rows or cards of the size that is to come. */
export function ListSkeleton({ wide }: { wide: boolean }) {
  const places = Array.from({ length: wide ? 10 : 6 }, (_, index) => index)
  return (
    <UntilAnswered>
      <Stack gap="xs" role="status" aria-label={t('common.loading')}>
        <Skeleton height={20} width={90} />
        <div className={wide ? classes.rows : classes.cards}>
          {places.map((place) => (
            <Skeleton key={place} height={wide ? 56 : 100} radius="lg" />
          ))}
        </div>
      </Stack>
    </UntilAnswered>
  )
}
