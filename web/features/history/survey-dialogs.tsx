import { useState } from 'react'
import { listSurveys } from '#contract/surveys/surveys.ts'
import { queryClient } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { currentSession } from '#web/lib/session/session.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'
import { forgetSurvey } from '#web/offline/store/forget-survey.ts'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { Part } from '#web/ui/part.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { DetailDialog } from './detail-dialog.tsx'
import { EditSurvey } from './edit-survey.tsx'
import { NamesDialog } from './names-dialog.tsx'
import { RemovedDialog } from './removed-dialog.tsx'
import type { Chosen } from './survey-actions.tsx'

const { View: ShareDialog } = lazyPart(
  async () => (await import('#web/features/sharing/share-dialog.tsx')).ShareDialog,
)
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
    case 'download':
      return (
        <Part instead={unreached}>
          <DownloadDialog {...named} />
        </Part>
      )
  }
}
