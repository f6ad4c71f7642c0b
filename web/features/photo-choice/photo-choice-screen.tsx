import { Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { useLocation, useSearchParams } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { type ChoiceParams, choiceParams } from './choice-params.ts'
import classes from './photo-choice.module.css'
import { SurveyFields } from './survey-fields.tsx'
import { SurveySelect } from './survey-select.tsx'
import { type Attachment, useAttachment } from './use-attachment.ts'

/** Adds photos to one field of a survey. Asks for the survey and field that the address does not name. */
export function PhotoChoiceScreen() {
  const account = useSession()?.userId ?? ''
  const { state } = useLocation()
  const [search, setSearch] = useSearchParams()
  const params = choiceParams(search, state)
  const attachment = useAttachment(params.attachmentId)
  useTitle(t('media.add'))
  // Keep the choice in the address, because opening the camera may end the page.
  const choose = (more: Partial<ChoiceParams>) => {
    const chosen = Object.entries({ ...params, ...more }).filter(([, value]) => value !== '')
    setSearch(new URLSearchParams(chosen), { replace: true })
  }
  return (
    <main id="main" className={classes.screen}>
      <PageHeader title={t('media.add')} />
      {params.attachmentId !== '' && <AttachmentNote attachment={attachment} />}
      {params.surveyId === '' ? (
        <SurveySelect account={account} onChoose={(surveyId) => choose({ surveyId })} />
      ) : (
        <SurveyFields
          key={params.surveyId}
          account={account}
          params={params}
          given={attachment.file}
          onChoose={choose}
        />
      )}
    </main>
  )
}

/** Names the bulk upload to be added, or explains why it cannot be. */
function AttachmentNote({ attachment: { file, name, problem, retry } }: { attachment: Attachment }) {
  if (problem !== null) return <ErrorState text={problem} onRetry={retry} />
  return (
    <Text role="status" style={{ overflowWrap: 'anywhere' }}>
      {t(file ? 'bulk.given' : 'bulk.taking', { name })}
    </Text>
  )
}
