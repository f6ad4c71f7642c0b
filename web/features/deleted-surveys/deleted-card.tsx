import { Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconTrashX } from '@tabler/icons-react'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import type { DeletedSurvey } from '#web/offline/list/deleted-list.ts'
import classes from './deleted-surveys.module.css'

interface Props {
  readonly survey: DeletedSurvey
  readonly onRestore: () => void
  readonly onForGood: () => void
}

const day = 24 * 3_600_000

export function DeletedCard({ survey, onRestore, onForGood }: Props) {
  const { survey_name: name, owner } = survey.attributes
  const days = Math.max(1, Math.ceil((Date.parse(survey.until) - Date.now()) / day))
  return (
    <li className={classes.card}>
      <Text component="h2" size="md" fw={600} className={classes.words ?? ''}>
        {name}
      </Text>
      <Text size="sm" c="dimmed" className={classes.words ?? ''}>
        {owner}
      </Text>
      <Text size="sm">
        {t('deleted.deletedOn', { date: shortDate(survey.deletedAt) })}
        {' · '}
        {t('deleted.daysLeft', { days })}
      </Text>
      {survey.waits && (
        <Text size="sm" c="dimmed">
          {t('deleted.waits')}
        </Text>
      )}
      <Group gap="xs" mt="auto" pt="xs">
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          onClick={onRestore}
          aria-label={t('deleted.restoreOf', { name })}
        >
          {t('deleted.restore')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrashX size={18} aria-hidden />}
          onClick={onForGood}
          aria-label={t('deleted.forGoodOf', { name })}
        >
          {t('deleted.forGood')}
        </Button>
      </Group>
    </li>
  )
}
