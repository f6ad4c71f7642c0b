import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { LoadingState } from '#web/ui/loading-state.tsx'
import classes from './print-screen.module.css'

export function ReportLoading() {
  return (
    <LoadingState>
      <div className={classes.waiting} role="status" aria-label={t('common.loading')}>
        <Skeleton height={18} width="30%" />
        <Skeleton height={42} width="75%" mt="md" />
        <Skeleton height={130} mt="xl" />
        {[60, 80, 70, 75, 65].map((width) => (
          <Skeleton key={width} height={20} width={`${width}%`} mt="lg" />
        ))}
      </div>
    </LoadingState>
  )
}

export function ReportFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Stack className={classes.waiting} align="flex-start" role="alert">
      <Title order={1}>{t('reports.loadFailed')}</Title>
      <Text>{message === t('common.network') ? t('form.notOnDevice') : message}</Text>
      <Button onClick={onRetry}>{t('common.retry')}</Button>
    </Stack>
  )
}
