import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { SubmitDialog } from './submit-dialog.tsx'
import type { Finish } from './use-finish.ts'

/** The dialogs of Save and Submit. */
export function FinishDialogs({ finish }: { finish: Finish }) {
  const navigate = useNavigate()
  const { result, findings, close } = finish
  const submitted = result?.status === 'Completed' && result.finished.kind === 'on-server'
  return (
    <>
      <NoticeDialog
        opened={result !== null}
        onClose={() => {
          close()
          if (submitted) navigate('/dashboard')
        }}
        title={t(result?.status === 'Completed' ? 'form.submit' : 'common.save')}
        // The text changes once the server has the survey.
        text={<span aria-live="polite">{result ? textOf(result) : ''}</span>}
        button={t('common.done')}
      />
      {findings && (
        <SubmitDialog findings={findings} onSubmit={() => void finish.submitAnyway()} onClose={close} />
      )}
      <ConfirmDialog
        opened={finish.reopening}
        onClose={close}
        onConfirm={() => void finish.reopen()}
        title={t('form.reopenTitle')}
        text={t('form.reopenText')}
        confirm={t('form.reopen')}
        cancel={t('common.cancel')}
      />
    </>
  )
}

function textOf({ status, finished }: NonNullable<Finish['result']>): string {
  switch (finished.kind) {
    case 'on-server':
      return t(status === 'Completed' ? 'surveys.submitted' : 'surveys.saved')
    case 'on-device':
      return t(status === 'Completed' ? 'form.submittedHere' : 'form.savedHere')
    case 'refused':
      return t('form.notTaken', { problem: finished.problem })
    case 'failed':
      return t('form.deviceFailed')
  }
}
