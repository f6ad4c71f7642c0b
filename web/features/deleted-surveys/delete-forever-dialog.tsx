import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import type { DeletedSurvey } from '#web/offline/list/deleted-list.ts'
import { recordPermanentDeletion } from '#web/offline/record/record-permanent-deletion.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface Props {
  readonly account: string
  readonly survey: DeletedSurvey
  readonly onClose: () => void
  readonly onGone: () => void
}

/** Confirms the only deletion that cannot be undone. */
export function DeleteForeverDialog({ account, survey, onClose, onGone }: Props) {
  const [error, setError] = useState<string | null>(null)

  async function remove() {
    setError(null)
    try {
      await recordPermanentDeletion(account, survey.id)
    } catch (failed) {
      reportStorageFailure(failed)
      return setError(t('common.somethingWrong'))
    }
    onClose()
    onGone()
  }

  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void remove()}
      title={t('deleted.forGoodTitle')}
      text={t('deleted.forGoodConfirm', { name: survey.attributes.survey_name })}
      confirm={t('deleted.forGood')}
      danger
      error={error}
    />
  )
}
