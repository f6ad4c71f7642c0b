import type { ReactNode } from 'react'
import { DraftContext } from '#web/features/survey-form/draft-context.ts'
import { FormLayout } from '#web/features/survey-form/form-layout.tsx'
import { FormSkeleton } from '#web/features/survey-form/form-skeleton.tsx'
import { SyncLine } from '#web/features/survey-form/saving/sync-line.tsx'
import { SurveySearchBox } from '#web/features/survey-form/search/survey-search-box.tsx'
import { t } from '#web/lib/language/translate.ts'
import { useOpenDraft } from '#web/offline/draft/use-open-draft.ts'
import type { FoundSurvey } from '#web/offline/list/survey-finder.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { BuildingTop } from './building-top.tsx'

interface Props {
  readonly account: string
  readonly survey: FoundSurvey
  readonly chooser: ReactNode
}

/** The survey form at its Building Information section, with the same draft and saving as its own screen. */
export function BuildingForm({ account, survey, chooser }: Props) {
  const { open, retry } = useOpenDraft(account, survey.id)
  if (open.state === 'opening') return <FormSkeleton />
  const section =
    open.state === 'ready' &&
    open.draft.survey.sections.find(({ definition }) => definition.id === survey.sectionId)
  if (!section) {
    const unreached = open.state === 'failed' && open.status === 0
    const words = open.state === 'failed' ? open.message : t('surveys.invalidTemplateOrSection')
    return (
      <>
        <BuildingTop>{chooser}</BuildingTop>
        <main>
          <ErrorState text={unreached ? t('form.notOnDevice') : words} onRetry={retry} />
        </main>
      </>
    )
  }
  return (
    <DraftContext value={open.draft}>
      <FormLayout
        sectionId={section.id}
        subSectionId=""
        top={(picker) => (
          <BuildingTop sync={<SyncLine />} picker={picker} search={<SurveySearchBox />}>
            {chooser}
          </BuildingTop>
        )}
      />
    </DraftContext>
  )
}
