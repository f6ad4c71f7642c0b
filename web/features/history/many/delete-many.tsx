import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { say } from '#web/lib/say.ts'
import { useSession } from '#web/lib/session.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { recordDeletion, recordRestore } from '#web/offline/record/record-survey.ts'
import { reportTrouble } from '#web/offline/store/trouble.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { isOwn } from './own.ts'

interface Props {
  surveys: readonly DeviceSurvey[]
  onDeleted: (surveys: readonly DeviceSurvey[]) => void
  onClose: () => void
}

/**
 * Of those that are chosen the person's own. One with something that the server has refused would lose that with it: it
 * is asked about by itself.
 */
export function DeleteMany({ surveys, onDeleted, onClose }: Props) {
  const account = useSession()?.userId ?? ''
  const own = surveys.filter(isOwn)
  const going = own.filter(({ state }) => state !== 'needs attention')
  const [gone, setGone] = useState<readonly DeviceSurvey[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function each(some: readonly DeviceSurvey[], work: (survey: DeviceSurvey) => Promise<void>) {
    setBusy(true)
    setError(null)
    try {
      for (const survey of some) await work(survey)
      return true
    } catch (failed) {
      reportTrouble(failed)
      setError(say('common.somethingWrong'))
      return false
    } finally {
      setBusy(false)
    }
  }
  async function remove() {
    if (!(await each(going, ({ id }) => recordDeletion(account, id)))) return
    setGone(going)
    onDeleted(going)
  }
  async function undo() {
    if (gone && (await each(gone, (survey) => recordRestore(account, survey)))) onClose()
  }

  if (gone) {
    return (
      <Dialog opened onClose={onClose} title={say('history.removedTitle')}>
        <Text mb="xs" role="status">
          {say('many.deleted', { count: gone.length })}
        </Text>
        <Text mb="lg" size="sm" c="dimmed">
          {say('many.deletedWhere', { days: limits.restoreDays })}
        </Text>
        {error && (
          <Alert color="red" mb="md" role="alert">
            {error}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" loading={busy} onClick={() => void undo()}>
            {say('history.undo')}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {say('common.done')}
          </Button>
        </Group>
      </Dialog>
    )
  }
  const [others, refused] = [surveys.length - own.length, own.length - going.length]
  const left = (
    <>
      {others > 0 && <Text size="sm">{say('many.notOwn', { count: others })}</Text>}
      {refused > 0 && <Text size="sm">{say('many.refused', { count: refused })}</Text>}
    </>
  )
  if (going.length === 0) {
    return (
      <Dialog opened onClose={onClose} title={say('many.delete')}>
        {left}
        <Group justify="flex-end" mt="lg">
          <Button onClick={onClose} data-autofocus>
            {say('common.close')}
          </Button>
        </Group>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void remove()}
      title={say('many.delete')}
      text={say('many.deleteText', { count: going.length, days: limits.restoreDays })}
      danger
      busy={busy}
      error={error}
    >
      {left}
    </ConfirmDialog>
  )
}
