import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { restoreSurvey } from '#contract/surveys.ts'
import { call } from '#web/lib/call.ts'
import { say } from '#web/lib/say.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type ListedSurvey, reloadSurveys } from './queries.ts'

/** The survey is gone; here it can be brought back at once. */
export function RemovedDialog({ survey, onClose }: { survey: ListedSurvey; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function undo() {
    setBusy(true)
    const result = await call(restoreSurvey, { params: { id: survey.id } })
    setBusy(false)
    if (!result.ok) return setError(result.message)
    void reloadSurveys()
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title={say('history.removedTitle')}>
      <Text mb="lg" role="status">
        {say('surveys.removed')}
      </Text>
      {error && (
        <Alert color="red" mb="md" role="alert">
          {error}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={undo} loading={busy}>
          {say('history.undo')}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {say('common.done')}
        </Button>
      </Group>
    </Dialog>
  )
}
