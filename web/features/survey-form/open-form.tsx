import { useState } from 'react'
import { findAnswer, firstSection } from '#survey/navigation.ts'
import type { Survey } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { isReloaded } from '#web/lib/page/history.ts'
import { Navigate } from '#web/lib/page/router.tsx'
import { lastFields } from '#web/offline/draft/last-field.ts'
import { useOpenDraft } from '#web/offline/draft/use-open-draft.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { BackToDashboard } from './back-to-dashboard.tsx'
import { DraftContext, useDraft, useSurvey } from './draft-context.ts'
import { FormLayout, type ReviewPanes } from './form-layout.tsx'
import { type FormParams, formPath } from './form-params.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { SeenVersion } from './notices/moved-notice.tsx'

interface FormProps {
  readonly account: string
  readonly params: FormParams
  readonly beside?: ReviewPanes
}

/** The form of one survey, loaded from the device or the server. */
export function OpenForm({ account, params, beside }: FormProps) {
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
      <OpenSection account={account} params={params} {...(beside && { beside })} />
    </DraftContext>
  )
}

/** The open section. Handles a move of the survey to another template version while it is open. */
function OpenSection({ account, params, beside }: FormProps) {
  const draft = useDraft()
  const version = useSurvey(({ template }) => template.version)
  const [seen, setSeen] = useState(version)
  const { survey } = draft
  const { templateId } = params
  if (templateId !== survey.template.id && draft.earlierTemplates.includes(templateId)) {
    // A section of the earlier version may be missing in this one.
    const there = sectionOf(survey, params.sectionId) ?? firstSection(survey)
    const part = there?.subSections.some(({ id }) => id === params.subSectionId) ? params.subSectionId : ''
    if (there) return <Navigate replace to={formPath(survey.template.id, survey.id, there.id, part)} />
  }
  const rightTemplate = templateId === '' || templateId === survey.template.id
  const last = rightTemplate && !beside ? lastFieldOf(account, survey, params) : undefined
  if (last) return <Navigate replace {...last} />
  const section = params.sectionId ? sectionOf(survey, params.sectionId) : firstSection(survey)
  if (!section || !rightTemplate) return <Invalid />
  return (
    <SeenVersion value={{ seen, close: () => setSeen(version) }}>
      <FormLayout sectionId={section.id} subSectionId={params.subSectionId} {...(beside && { beside })} />
    </SeenVersion>
  )
}

function sectionOf({ sections }: Survey, sectionId: string) {
  return sections.find(({ id, definition }) => [id, definition.id].includes(sectionId))
}

/**
 * The field last edited on this device, if the address names no section. After a reload, also restores the position
 * within a section. Undefined if there is none, or it is deleted or hidden.
 */
export function lastFieldOf(account: string, survey: Survey, { sectionId }: FormParams) {
  if (sectionId !== '' && !isReloaded()) return undefined
  const last = lastFields(account).find((one) => one.survey === survey.id)
  const place = last && findAnswer(survey, last.answer)
  if (
    !place ||
    place.section.hidden ||
    (sectionId !== '' && sectionOf(survey, sectionId)?.id !== place.section.id)
  )
    return undefined
  const to = formPath(survey.template.id, survey.id, place.section.id, place.subSection.id)
  return { to, state: { field: place.answer.id } }
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
