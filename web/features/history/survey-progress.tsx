import { Progress, Stack, Text } from '@mantine/core'
import { progressPercent } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './survey-list.module.css'

/** The server's progress text with a small bar. */
export function SurveyProgress({ progress }: { progress: string }) {
  return (
    <Stack gap={4} className={classes.progress ?? ''}>
      <Text size="sm">{progress}</Text>
      <Progress value={progressPercent(progress)} size="sm" aria-label={t('history.progress')} aria-hidden />
    </Stack>
  )
}
