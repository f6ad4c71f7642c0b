import { Navigate, useParams, useSearchParams } from 'react-router'
import { findAnswer } from '#survey/navigation.ts'
import type { Survey } from '#survey/survey.ts'
import { say } from '#web/lib/say.ts'
import { useSession } from '#web/lib/session.ts'
import { lastFields } from '#web/offline/draft/last-field.ts'
import { useOpenDraft } from '#web/offline/draft/use-open-draft.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { BackToDashboard } from './back-to-dashboard.tsx'
import { DraftContext } from './draft-context.ts'
import { FormLayout } from './form-layout.tsx'
import { type FormParams, formParams, formPath } from './form-params.ts'
import { FormSkeleton } from './form-skeleton.tsx'

/** A survey's section: read and written on the device, sent by the outbox. */
export function SectionScreen() {
  const params = formParams(useParams(), useSearchParams()[0])
  const account = useSession()?.userId ?? ''
  return <OpenSurvey key={params.surveyId} account={account} params={params} />
}

function OpenSurvey({ account, params }: { account: string; params: FormParams }) {
  const { open, retry } = useOpenDraft(account, params.surveyId)
  if (open.state === 'opening') return <FormSkeleton />
  if (open.state === 'failed') {
    if (open.status === 404 || open.status === 422) return <Invalid />
    const text = open.status === 0 ? say('form.notOnDevice') : open.message
    return (
      <main>
        <ErrorState text={text} onRetry={retry} />
        <BackToDashboard />
      </main>
    )
  }
  const { survey } = open.draft
  const rightTemplate = params.templateId === '' || params.templateId === survey.template.id
  const place = params.sectionId === '' && rightTemplate ? lastPlace(account, survey) : undefined
  if (place) {
    const to = formPath(survey.template.id, survey.id, place.section.id, place.subSection.id)
    return <Navigate replace to={to} state={{ field: place.answer.id }} />
  }
  const section = params.sectionId
    ? survey.sections.find(({ id, definition }) => [id, definition.id].includes(params.sectionId))
    : survey.sections[0]
  if (!section || !rightTemplate) return <Invalid />
  return (
    <DraftContext value={open.draft}>
      <FormLayout sectionId={section.id} subSectionId={params.subSectionId} />
    </DraftContext>
  )
}

/** Where the survey was edited last on this device; undefined where it was not, or that is gone. */
function lastPlace(account: string, survey: Survey) {
  const last = lastFields(account).find((one) => one.survey === survey.id)
  return last && findAnswer(survey, last.answer)
}

function Invalid() {
  return (
    <main>
      <EmptyState text={say('surveys.invalidTemplateOrSection')}>
        <BackToDashboard />
      </EmptyState>
    </main>
  )
}
