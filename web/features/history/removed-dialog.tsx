import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { say } from '#web/lib/say.ts'
import { useSession } from '#web/lib/session.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { recordRestore } from '#web/offline/record/record-survey.ts'
import { reportTrouble } from '#web/offline/store/trouble.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** The survey is gone; here it can be brought back at once. */
export function RemovedDialog({ survey, onClose }: { survey: DeviceSurvey; onClose: () => void }) {
  const account = useSession()?.userId ?? ''
  const [failed, setFailed] = useState(false)

  async function undo() {
    try {
      await recordRestore(account, survey)
    } catch (error) {
      reportTrouble(error)
      return setFailed(true)
    }
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title={say('history.removedTitle')}>
      <Text mb="xs" role="status">
        {say('surveys.removed')}
      </Text>
      <Text mb="lg" size="sm" c="dimmed">
        {say('history.removedWhere', { days: limits.restoreDays })}
      </Text>
      {failed && (
        <Alert color="red" mb="md" role="alert">
          {say('common.somethingWrong')}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => void undo()}>
          {say('history.undo')}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {say('common.done')}
        </Button>
      </Group>
    </Dialog>
  )
}
