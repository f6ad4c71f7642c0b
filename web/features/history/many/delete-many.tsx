import { Text } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { recordDeletion } from '#web/offline/record/record-survey.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { isOwn } from '../is-own.ts'
import { RemovedDialog } from '../removed-dialog.tsx'

interface Props {
  surveys: readonly DeviceSurvey[]
  onDeleted: (surveys: readonly DeviceSurvey[]) => void
  onClose: () => void
}

/**
 * Deletes those of the selected surveys that the user owns. Skips surveys with rejected changes, which would be lost;
 * they are deleted one at a time.
 */
export function DeleteMany({ surveys, onDeleted, onClose }: Props) {
  const account = useSession()?.userId ?? ''
  const own = surveys.filter(isOwn)
  const going = own.filter(({ state }) => state !== 'needs attention')
  const [gone, setGone] = useState<readonly DeviceSurvey[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function remove() {
    setBusy(true)
    setError(null)
    const done: DeviceSurvey[] = []
    try {
      for (const survey of going) {
        await recordDeletion(account, survey.id)
        done.push(survey)
      }
      setGone(going)
    } catch (failed) {
      reportStorageFailure(failed)
      setError(t('common.somethingWrong'))
    }
    setBusy(false)
    onDeleted(done)
  }

  if (gone) return <RemovedDialog surveys={gone} onClose={onClose} />
  const [others, refused] = [surveys.length - own.length, own.length - going.length]
  const stays = [
    ...(others > 0 ? [t('many.notOwn', { count: others })] : []),
    ...(refused > 0 ? [t('many.refused', { count: refused })] : []),
  ].join(' ')
  if (going.length === 0)
    return <NoticeDialog opened onClose={onClose} title={t('many.delete')} text={stays} />
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void remove()}
      title={t('many.delete')}
      text={t('many.deleteText', { count: going.length, days: limits.restoreDays })}
      danger
      busy={busy}
      error={error}
    >
      {stays !== '' && <Text size="sm">{stays}</Text>}
    </ConfirmDialog>
  )
}
