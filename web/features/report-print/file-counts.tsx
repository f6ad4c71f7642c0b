import { Skeleton, Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import classes from './download-dialog.module.css'

export function FileCounts({ photos, videos }: { photos: number; videos: number }) {
  if (photos + videos === 0) {
    return (
      <Text className={classes.counts} c="dimmed">
        {t('reports.zipEmpty')}
      </Text>
    )
  }
  const kinds = [
    photos > 0 && t('reports.photos', { count: photos }),
    videos > 0 && t('reports.videos', { count: videos }),
  ]
  return <Text className={classes.counts}>{kinds.filter(Boolean).join(', ')}</Text>
}

/** As tall as the line that replaces it. */
export function FileCountsLoading() {
  return (
    <div className={classes.counts} role="status" aria-label={t('common.loading')}>
      <Skeleton height="1rem" width="9rem" />
    </div>
  )
}
