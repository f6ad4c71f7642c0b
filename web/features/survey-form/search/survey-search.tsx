import { useCallback } from 'react'
import { limits } from '#contract/limits.ts'
import { asText } from '#survey/fields/registry.ts'
import { findAnswer } from '#survey/navigation.ts'
import { searchFields } from '#survey/search.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useDraft } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import { SearchCombobox } from './search-combobox.tsx'
import type { Found, FoundOption } from './use-search-combobox.ts'

interface Props {
  readonly onChosen?: () => void
  readonly autoFocus?: boolean
  readonly side?: 'end' | 'below'
}

/** Searches the whole survey on the device: fields by name and answer, sub-sections by title. */
export function SurveySearch({ onChosen, autoFocus = false, side = 'end' }: Props) {
  const draft = useDraft()
  const navigate = useNavigate()
  const find = useCallback(
    (query: string): Found => {
      const { hits, total } = searchFields(draft.survey, query, limits.shownHitsMax)
      const options = hits.map(({ answer, name }) => ({ id: answer.id, name, note: noteOf(asText(answer)) }))
      return { options, more: total - hits.length }
    },
    [draft],
  )
  const goTo = ({ id }: FoundOption): 'gone' | undefined => {
    const { survey } = draft
    const place = findAnswer(survey, id)
    // Another user may have deleted it in the meantime.
    if (!place) return 'gone'
    const to = formPath(survey.template.id, survey.id, place.section.id, place.subSection.id)
    navigate(to, { state: { field: id } })
    onChosen?.()
    return undefined
  }
  return (
    <SearchCombobox
      label={t('search.anywhere')}
      find={find}
      onChoose={goTo}
      delay={limits.searchDebounce}
      keepsText
      autoFocus={autoFocus}
      side={side}
    />
  )
}

/** The start of an answer is enough to recognize it. */
function noteOf(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
