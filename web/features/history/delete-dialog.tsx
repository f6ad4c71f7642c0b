import { Text } from '@mantine/core'
import { useState } from 'react'
import { deleteSurvey } from '#contract/surveys.ts'
import { call, newKey } from '#web/lib/call.ts'
import { say } from '#web/lib/say.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { type ListedSurvey, reloadSurveys } from './queries.ts'

interface Props {
  survey: ListedSurvey
  onClose: () => void
  onRemoved: (survey: ListedSurvey) => void
}

export function DeleteDialog({ survey, onClose, onRemoved }: Props) {
  const [key] = useState(newKey)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function remove() {
    setBusy(true)
    setError(null)
    const result = await call(deleteSurvey, { params: { id: survey.id } }, { key })
    setBusy(false)
    if (!result.ok && result.status !== 404) return setError(result.message)
    // Not found = deleted already, from another device or by an answer that got lost.
    void reloadSurveys()
    onClose()
    onRemoved(survey)
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={remove}
      title={say('history.deleteTitle')}
      text={say('surveys.deleteConfirm')}
      danger
      busy={busy}
      error={error}
    >
      <Text size="sm" c="dimmed">
        {say('history.deleteKept', { name: survey.attributes.survey_name })}
      </Text>
    </ConfirmDialog>
  )
}
