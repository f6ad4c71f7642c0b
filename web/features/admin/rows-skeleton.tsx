import { Skeleton, Stack } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'

const places = [0, 1, 2, 3, 4, 5]

/** Placeholder rows of the given height. */
export function RowsSkeleton({ height }: { height: number }) {
  return (
    <Stack gap="xs" role="status" aria-label={t('common.loading')}>
      <Skeleton height={20} width={90} />
      {places.map((place) => (
        <Skeleton key={place} height={height} radius="lg" />
      ))}
    </Stack>
  )
}
