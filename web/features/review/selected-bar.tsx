import { Button, Group, Text } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import type { Selection } from '#web/features/history/many/use-selection.ts'
import { t } from '#web/lib/language/translate.ts'
import type { QueuedSurvey } from './queries.ts'
import classes from './queue.module.css'

interface Props {
  readonly selection: Selection<QueuedSurvey>
  readonly onAccept: () => void
}

/** Number of selected surveys across pages, with the actions for them. */
export function SelectedBar({ selection, onAccept }: Props) {
  const count = selection.surveys.length
  if (count === 0) return null
  return (
    <Group
      gap="xs"
      role="group"
      aria-label={t('reviews.selected', { count })}
      className={classes.selected ?? ''}
    >
      <Text fw={600} size="sm" role="status">
        {t('reviews.selected', { count })}
      </Text>
      <Button size="compact-md" mih={44} onClick={onAccept}>
        {t('reviews.acceptMany', { count })}
      </Button>
      <Button variant="subtle" size="compact-md" mih={44} onClick={() => selection.clear()}>
        {t('reviews.selectNone')}
      </Button>
      {count >= limits.acceptedAtOnce && (
        <Text size="sm">{t('reviews.selectedMost', { count: limits.acceptedAtOnce })}</Text>
      )}
    </Group>
  )
}
