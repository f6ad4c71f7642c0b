import { useState } from 'react'
import { findAnswer } from '#survey/navigation.ts'
import type { Survey } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { isReloaded } from '#web/lib/page/history.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { Navigate, useSearchParams } from '#web/lib/page/router.tsx'
import { currentSession, useSession } from '#web/lib/session/session.ts'
import { lastFields } from '#web/offline/draft/last-field.ts'
import { primeDraft } from '#web/offline/draft/primed.ts'
import { useOpenDraft } from '#web/offline/draft/use-open-draft.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { BackToDashboard } from './back-to-dashboard.tsx'
import { DraftContext, useDraft, useSurvey } from './draft-context.ts'
import { FormLayout } from './form-layout.tsx'
import { type FormParams, formParams, formPath } from './form-params.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { SeenVersion } from './notices/moved-notice.tsx'

/** Where the page is opened at a form: the survey comes from the device while the rest is loaded. */
export async function prepareForm(...address: Parameters<typeof formParams>): Promise<void> {
  const session = currentSession()
  if (session) await primeDraft(session.userId, formParams(...address).surveyId)
}

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
    const text = open.status === 0 ? t('form.notOnDevice') : open.message
    return (
      <main>
        <ErrorState text={text} onRetry={retry} />
        <BackToDashboard />
      </main>
    )
  }
  return (
    <DraftContext value={open.draft}>
      <OpenSection account={account} params={params} />
    </DraftContext>
  )
}

/** The survey may be moved to another version of its template while it is open. */
function OpenSection({ account, params }: { account: string; params: FormParams }) {
  const draft = useDraft()
  const version = useSurvey(({ template }) => template.version)
  const [seen, setSeen] = useState(version)
  const { survey } = draft
  const { templateId } = params
  if (templateId !== survey.template.id && draft.earlierTemplates.includes(templateId)) {
    // What was a section of the earlier version may not be one of this.
    const there = sectionOf(survey, params.sectionId) ?? survey.sections[0]
    const part = there?.subSections.some(({ id }) => id === params.subSectionId) ? params.subSectionId : ''
    if (there) return <Navigate replace to={formPath(survey.template.id, survey.id, there.id, part)} />
  }
  const rightTemplate = templateId === '' || templateId === survey.template.id
  const last = rightTemplate ? lastPlace(account, survey) : undefined
  const section = params.sectionId ? sectionOf(survey, params.sectionId) : survey.sections[0]
  // After a reload the surveyor is where they were, not at the top of the section.
  const place =
    params.sectionId === '' || (isReloaded() && last?.section.id === section?.id) ? last : undefined
  if (place) {
    const to = formPath(survey.template.id, survey.id, place.section.id, place.subSection.id)
    return <Navigate replace to={to} state={{ field: place.answer.id }} />
  }
  if (!section || !rightTemplate) return <Invalid />
  return (
    <SeenVersion value={{ seen, close: () => setSeen(version) }}>
      <FormLayout sectionId={section.id} subSectionId={params.subSectionId} />
    </SeenVersion>
  )
}

function sectionOf({ sections }: Survey, sectionId: string) {
  return sections.find(({ id, definition }) => [id, definition.id].includes(sectionId))
}

/** Where the survey was edited last on this device; undefined where it was not, or that is gone. */
function lastPlace(account: string, survey: Survey) {
  const last = lastFields(account).find((one) => one.survey === survey.id)
  return last && findAnswer(survey, last.answer)
}

function Invalid() {
  return (
    <main>
      <EmptyState text={t('surveys.invalidTemplateOrSection')}>
        <BackToDashboard />
      </EmptyState>
    </main>
  )
}
