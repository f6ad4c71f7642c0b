import { Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { recordDeletion } from '#web/offline/record/record-survey.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useRefused } from './use-refused.ts'

interface Props {
  survey: DeviceSurvey
  onClose: () => void
  onRemoved: (survey: DeviceSurvey) => void
}

/** Removes the survey from the list immediately; the outbox sends the deletion after its earlier entries. */
export function DeleteDialog({ survey, onClose, onRemoved }: Props) {
  const account = useSession()?.userId ?? ''
  const refused = useRefused(survey.id)
  const [error, setError] = useState<string | null>(null)
  const name = survey.attributes.survey_name
  const never = refused?.losses.some(({ kind }) => kind === 'survey') ?? false
  const count = refused?.entries.length ?? 0

  async function remove() {
    setError(null)
    try {
      await recordDeletion(account, survey.id)
    } catch (failed) {
      reportStorageFailure(failed)
      return setError(t('common.somethingWrong'))
    }
    onClose()
    if (!never) onRemoved(survey)
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void remove()}
      title={t('history.deleteTitle')}
      text={t('surveys.deleteConfirm')}
      danger
      reading={refused === null}
      error={error}
    >
      <Text size="sm" c="dimmed">
        {never ? t('history.deleteNever', { name }) : t('history.deleteKept', { name })}{' '}
        {!never && count > 0 && t('history.deleteRefused', { count })}
      </Text>
    </ConfirmDialog>
  )
}
