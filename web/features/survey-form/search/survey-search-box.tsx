import { ActionIcon } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useCallback } from 'react'
import { limits } from '#contract/limits.ts'
import { asText } from '#survey/fields/registry.ts'
import { findAnswer } from '#survey/navigation.ts'
import { searchFields } from '#survey/search.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { SideDialog } from '#web/ui/dialog.tsx'
import { useDraft } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import drawer from '../sections/drawer.module.css'
import { SearchCombobox } from './search-combobox.tsx'
import classes from './survey-search-box.module.css'
import type { Found, FoundOption } from './use-search-combobox.ts'

const searchPlace = 'survey-search'

/** Focuses the search bar, or opens the search drawer. */
export function focusSearch(): void {
  const place = document.getElementById(searchPlace)
  if (place instanceof HTMLButtonElement) place.click()
  const input = place?.querySelector('input')
  input?.focus()
  input?.select()
}

/** A search bar; on small phones a button that opens a drawer. */
export function SurveySearchBox() {
  const small = useMediaQuery(`(max-width: ${limits.breakpointSearch}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  if (small) return <SearchDrawer />
  return (
    <search id={searchPlace} className={classes.bar}>
      <SurveySearch />
    </search>
  )
}

function SearchDrawer() {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <ActionIcon
        id={searchPlace}
        color="gray"
        aria-label={t('search.anywhere')}
        title={t('search.anywhere')}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={open}
      >
        <IconSearch size={22} aria-hidden />
      </ActionIcon>
      {opened && (
        <SideDialog
          opened
          onClose={close}
          position="top"
          size="100%"
          title={t('search.anywhere')}
          classNames={{ header: drawer.header ?? '' }}
          styles={{ body: { paddingTop: 4 } }}
        >
          <SurveySearch onChosen={close} autoFocus side="below" />
        </SideDialog>
      )}
    </>
  )
}

interface Props {
  readonly onChosen?: () => void
  readonly autoFocus?: boolean
  readonly side?: 'end' | 'below'
}

/** Searches the whole survey on the device: fields by name and answer, sub-sections by title. */
function SurveySearch({ onChosen, autoFocus = false, side = 'end' }: Props) {
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
