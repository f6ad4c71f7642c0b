import { useCallback } from 'react'
import { limits } from '#contract/limits.ts'
import { jumpTargets } from '#survey/search-sections.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useDraft } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import { SearchCombobox } from './search-combobox.tsx'
import type { Found, FoundOption } from './use-search-combobox.ts'

interface Props {
  readonly onJumped?: () => void
  readonly side?: 'start' | 'below'
}

/** The way to sections and sub-sections by name or title, from the device. */
export function JumpBox({ onJumped, side = 'start' }: Props) {
  const draft = useDraft()
  const navigate = useNavigate()
  const find = useCallback(
    (query: string): Found => {
      const targets = jumpTargets(draft.survey, query)
      return {
        options: targets.slice(0, limits.shownHitsMax).map(({ sectionId, subSectionId, name, within }) => ({
          id: `${sectionId}/${subSectionId}`,
          name,
          note: within,
        })),
        more: Math.max(0, targets.length - limits.shownHitsMax),
      }
    },
    [draft],
  )
  const jump = ({ id }: FoundOption): 'gone' | undefined => {
    const [section = '', part = ''] = id.split('/')
    const { survey } = draft
    const parts = survey.sections.find((one) => one.id === section)?.subSections
    // Somebody else may have removed it since.
    if (!parts || (part !== '' && !parts.some((one) => one.id === part))) return 'gone'
    navigate(formPath(survey.template.id, survey.id, section, part), { state: { jump: part || 'section' } })
    onJumped?.()
    return undefined
  }
  return <SearchCombobox label={t('search.jumpTo')} find={find} onChoose={jump} showsAll side={side} />
}
