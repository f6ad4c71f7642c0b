import { useNavigate } from 'react-router'
import { useDraft } from '#web/features/survey-form/draft-context.ts'
import { formPath } from '#web/features/survey-form/form-params.ts'

/** Opens a sub-section in the survey's form. */
export function useOpenPart(): (subSectionId: string) => void {
  const draft = useDraft()
  const navigate = useNavigate()
  return (subSectionId) => {
    const { survey } = draft
    const section = survey.sections.find(({ subSections }) =>
      subSections.some(({ id }) => id === subSectionId),
    )
    if (section) void navigate(formPath(survey.template.id, survey.id, section.id, subSectionId))
  }
}
