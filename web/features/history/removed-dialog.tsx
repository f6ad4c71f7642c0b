import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { recordRestore } from '#web/offline/record/record-survey.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface Props {
  surveys: readonly DeviceSurvey[]
  onClose: () => void
}

/** Confirms the deletion and offers Undo. */
export function RemovedDialog({ surveys, onClose }: Props) {
  const account = useSession()?.userId ?? ''
  const [failed, setFailed] = useState(false)
  const isOne = surveys.length === 1

  async function undo() {
    try {
      for (const survey of surveys) await recordRestore(account, survey)
    } catch (error) {
      reportStorageFailure(error)
      return setFailed(true)
    }
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title={t('history.removedTitle')}>
      <Text mb="xs" role="status">
        {isOne ? t('surveys.removed') : t('many.deleted', { count: surveys.length })}
      </Text>
      <Text mb="lg" size="sm" c="dimmed">
        {t(isOne ? 'history.removedWhere' : 'many.deletedWhere', { days: limits.restoreDays })}
      </Text>
      {failed && (
        <Alert color="red" mb="md" role="alert">
          {t('common.somethingWrong')}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => void undo()}>
          {t('history.undo')}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {t('common.done')}
        </Button>
      </Group>
    </Dialog>
  )
}
