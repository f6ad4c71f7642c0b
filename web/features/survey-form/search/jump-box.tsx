import { useCallback } from 'react'
import { limits } from '#contract/limits.ts'
import { findSection } from '#survey/navigation.ts'
import { jumpTargets, partTargetsIn } from '#survey/search-sections.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useDraft } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import { SearchCombobox, type SearchComboboxProps } from './search-combobox.tsx'
import type { Found, FoundOption } from './use-search-combobox.ts'

interface Props extends Partial<Pick<SearchComboboxProps, 'label' | 'side' | 'autoFocus' | 'digits'>> {
  readonly onJumped?: () => void
  /** The section whose sub-sections are listed first, even before the user types. */
  readonly first?: string
}

/** Finds sections and sub-sections by name or title, on the device. */
export function JumpBox({ onJumped, first = '', label = t('search.jumpTo'), side = 'start', ...box }: Props) {
  const draft = useDraft()
  const navigate = useNavigate()
  const find = useCallback(
    (query: string): Found => {
      const section = findSection(draft.survey, first)
      const own = section ? partTargetsIn(section, query) : []
      const isAsked = query.trim() !== '' || own.length === 0
      const others = isAsked ? jumpTargets(draft.survey, query).filter(isElsewhere(own)) : []
      const targets = [...own, ...others]
      return {
        options: targets.slice(0, limits.shownHitsMax).map(({ sectionId, subSectionId, name, within }) => ({
          id: `${sectionId}/${subSectionId}`,
          name,
          note: within,
        })),
        more: Math.max(0, targets.length - limits.shownHitsMax),
      }
    },
    [draft, first],
  )
  const jump = ({ id }: FoundOption): 'gone' | undefined => {
    const [section = '', part = ''] = id.split('/')
    const { survey } = draft
    const parts = survey.sections.find((one) => one.id === section)?.subSections
    // Another user may have deleted it in the meantime.
    if (!parts || (part !== '' && !parts.some((one) => one.id === part))) return 'gone'
    navigate(formPath(survey.template.id, survey.id, section, part), { state: { jump: part || 'section' } })
    onJumped?.()
    return undefined
  }
  return <SearchCombobox label={label} find={find} onChoose={jump} showsAll side={side} {...box} />
}

function isElsewhere(own: readonly { readonly subSectionId: string }[]) {
  const known = new Set(own.map(({ subSectionId }) => subSectionId))
  return ({ subSectionId }: { readonly subSectionId: string }) => !known.has(subSectionId)
}
