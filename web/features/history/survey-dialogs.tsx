import { Center, Loader, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { queryClient } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { currentSession, useSession } from '#web/lib/session/session.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { lastFields } from '#web/offline/draft/last-field.ts'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { recordDeletion } from '#web/offline/record/record-survey.ts'
import { forgetSurvey } from '#web/offline/store/forget-survey.ts'
import { reportStorageFailure } from '#web/offline/store/storage-failure.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { Part } from '#web/ui/part.tsx'
import { DetailDialog } from './detail-dialog.tsx'
import { NamesDialog } from './names-dialog.tsx'
import { locateForm } from './open-form.ts'
import { RemovedDialog } from './removed-dialog.tsx'
import type { Chosen } from './survey-actions.tsx'
import { useRefused } from './use-refused.ts'

/** Milliseconds before the dialog appears; surveys on the device open faster. */
const dialogDelay = 150

const { View: ShareDialog } = lazyPart(
  async () => (await import('#web/features/sharing/share-dialog.tsx')).ShareDialog,
)
const { View: ExportChosen } = lazyPart(async () => (await import('./export-chosen.tsx')).ExportChosen)
const { View: DownloadDialog } = lazyPart(
  async () => (await import('#web/features/report-print/download-dialog.tsx')).DownloadDialog,
)

interface Props {
  chosen: Chosen | null
  onChoose: (chosen: Chosen | null) => void
}

/** The dialog of the chosen action, one at a time. */
export function SurveyDialogs({ chosen, onChoose }: Props) {
  const [removed, setRemoved] = useState<DeviceSurvey | null>(null)
  function close() {
    onChoose(null)
  }
  return (
    <>
      {chosen && <ChosenDialog chosen={chosen} onChoose={onChoose} onClose={close} onRemoved={setRemoved} />}
      {removed && <RemovedDialog surveys={[removed]} onClose={() => setRemoved(null)} />}
    </>
  )
}

interface ChosenProps {
  chosen: Chosen
  onChoose: Props['onChoose']
  onClose: () => void
  onRemoved: (survey: DeviceSurvey) => void
}

function ChosenDialog({ chosen, onChoose, onClose, onRemoved }: ChosenProps) {
  const { survey } = chosen
  const named = { surveyId: survey.id, surveyName: survey.attributes.survey_name, opened: true, onClose }
  const left = () => {
    onClose()
    // The survey no longer belongs to this account: remove it from the device and the list.
    const account = currentSession()?.userId
    if (account) void forgetSurvey(account, survey.id)
    void queryClient.invalidateQueries({ queryKey: [listSurveys.name] })
  }
  const unreached = <NoticeDialog opened onClose={onClose} text={t('common.network')} />
  switch (chosen.action) {
    case 'details':
      return <DetailDialog survey={survey} onClose={onClose} onChoose={onChoose} />
    case 'edit':
      return <EditSurvey survey={survey} onClose={onClose} />
    case 'names':
      return <NamesDialog survey={survey} onClose={onClose} />
    case 'delete':
      return <DeleteDialog survey={survey} onClose={onClose} onRemoved={onRemoved} />
    case 'share':
      return (
        <Part instead={unreached}>
          <ShareDialog {...named} role={survey.attributes.my_role ?? 'owner'} onLeft={left} />
        </Part>
      )
    case 'export':
      return (
        <Part instead={unreached}>
          <ExportChosen surveys={[survey]} onClose={onClose} />
        </Part>
      )
    case 'download':
      return (
        <Part instead={unreached}>
          <DownloadDialog {...named} />
        </Part>
      )
  }
}

interface DeleteDialogProps {
  survey: DeviceSurvey
  onClose: () => void
  onRemoved: (survey: DeviceSurvey) => void
}

/** Removes the survey from the list immediately; the outbox sends the deletion after its earlier entries. */
function DeleteDialog({ survey, onClose, onRemoved }: DeleteDialogProps) {
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

/**
 * Opens the form: immediately if the survey is on the device, otherwise after loading it. Shows why if that fails.
 */
function EditSurvey({ survey, onClose }: { survey: DeviceSurvey; onClose: () => void }) {
  const account = useSession()?.userId ?? ''
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(1)
  const [slow, setSlow] = useState(false)
  const [error, setError] = useState<{ attempt: number; message: string } | null>(null)
  const leave = useRef(onClose)
  useEffect(() => {
    let wanted = true
    const late = setTimeout(() => setSlow(true), dialogDelay)
    const failed = () => ({ ok: false as const, message: t('common.somethingWrong') })
    void locateForm(account, survey.id)
      // The dialog reports the failure and offers a retry.
      .catch(failed)
      .then((found) => {
        if (!wanted) return
        if (!found.ok) return setError({ attempt, message: found.message })
        leave.current()
        const begun = lastFields(account).some((one) => one.survey === survey.id)
        // Without a section, the form opens at the last edited field.
        navigate(begun ? `/survey?${new URLSearchParams({ surveyId: survey.id })}` : found.path)
      })
    return () => {
      wanted = false
      clearTimeout(late)
    }
  }, [account, survey.id, attempt, navigate])

  if (!slow && !error) return null
  return (
    <Dialog opened onClose={onClose} title={t('history.editOf', { name: survey.attributes.survey_name })}>
      {error?.attempt === attempt ? (
        <ErrorState text={error.message} onRetry={() => setAttempt(attempt + 1)} />
      ) : (
        <Center h={120} role="status" aria-label={t('history.opening')}>
          <Loader />
        </Center>
      )}
    </Dialog>
  )
}
