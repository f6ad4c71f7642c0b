import { Skeleton, Text } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import classes from './download-dialog.module.css'

export function FileCounts({ photos, videos }: { photos: number; videos: number }) {
  if (photos + videos === 0) {
    return (
      <Text className={classes.counts} c="dimmed">
        {say('reports.zipEmpty')}
      </Text>
    )
  }
  const kinds = [
    photos > 0 && say('reports.photos', { count: photos }),
    videos > 0 && say('reports.videos', { count: videos }),
  ]
  return <Text className={classes.counts}>{kinds.filter(Boolean).join(', ')}</Text>
}

/** As high as the line that takes its place. */
export function FileCountsLoading() {
  return (
    <div className={classes.counts} role="status" aria-label={say('common.loading')}>
      <Skeleton height="1rem" width="9rem" />
    </div>
  )
}
