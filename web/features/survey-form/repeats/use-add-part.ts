import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { mayAddSimilar } from '#survey/edit/add-similar.ts'
import { selectDefaultsExcept } from '#survey/edit/copy-from-last.ts'
import { identityOf, suggestedIdentity } from '#survey/identity.ts'
import { missingInSection } from '#survey/mandatory.ts'
import { findSection } from '#survey/navigation.ts'
import type { Survey } from '#survey/survey.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { copyIntoNewest } from '#web/offline/draft/copy-actions.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { addPart } from '#web/offline/draft/draft-actions.ts'
import { chooseOnlyPlaces } from '#web/offline/draft/only-places.ts'
import { useDraft } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import { scrollToField } from '../sections/use-scroll-to-target.ts'

/** Callbacks of the open section for code that adds sub-sections. */
export interface SectionHandle {
  /** Called with the new sub-section's id before it renders. */
  readonly onBeforeAdd: (id: string) => void
  readonly onAdded: (id: string) => void
}

export interface AddPartProps {
  readonly sectionId: string
  readonly handle: RefObject<SectionHandle | null>
  /** Shows or hides the messages of empty mandatory fields. */
  readonly onMissing: (show: boolean) => void
}

/** Adds a sub-section if all mandatory fields of the section are filled, otherwise opens the first empty one. */
export function useAddPart({ sectionId, handle, onMissing }: AddPartProps) {
  const draft = useDraft()
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  const onBeforeAdd = (id: string) => handle.current?.onBeforeAdd(id)

  function refused(): boolean {
    const may = mayAdd(draft.survey, sectionId)
    // Once sub-sections can be added, hide the messages: the new one's fields are empty because it is new.
    onMissing(!may)
    setAsked(!may)
    if (!may) leadToMissing()
    return !may
  }
  function leadToMissing() {
    const { survey } = draft
    const section = findSection(survey, sectionId)
    const [first] = section ? missingInSection(section) : []
    if (!first) return
    const to = formPath(survey.template.id, survey.id, sectionId, first.subSection.id)
    navigate(to, { state: { field: first.answer.id } })
  }
  return {
    /** Whether the last attempt was refused. */
    asked,
    /** Adds an empty sub-section. */
    add: () => {
      if (refused()) return
      const id = addPart(draft, sectionId, onBeforeAdd)
      if (id) handle.current?.onAdded(id)
    },
    /** Adds a copy of the last sub-section with the next free number, selected so typing replaces it. */
    addNext: () => {
      if (refused()) return
      // Synchronously within the tap: phones open the keyboard only then.
      const added = flushSync(() => addNext(draft, sectionId, onBeforeAdd))
      const field = document.getElementById(`field-${added?.identity}`)
      if (field) selectIn(field)
      else if (added) handle.current?.onAdded(added.part)
    },
  }
}

/** Whether all mandatory fields of the section are filled. */
export function mayAdd(survey: Survey, sectionId: string): boolean {
  const section = findSection(survey, sectionId)
  return section !== undefined && mayAddSimilar(section)
}

function addNext(draft: Draft, sectionId: string, onBeforeAdd: (id: string) => void) {
  const part = addPart(draft, sectionId, onBeforeAdd)
  const added = partIn(draft, sectionId, part)
  if (!part || !added) return null
  const identity = identityOf(added.section, added.part)
  if (added.section.definition.copyFromLastFilled)
    void copyIntoNewest(draft, sectionId, selectDefaultsExcept(added.section, identity?.id))
  // Choose the building first: copied, or the only one. The number depends on it.
  chooseOnlyPlaces(draft, { section: sectionId, subSection: part })
  const copied = partIn(draft, sectionId, part)
  const value = copied ? suggestedIdentity(copied.section, copied.part) : ''
  if (identity && value !== '')
    draft.type({ section: sectionId, subSection: part }, identity, { value, values: [] })
  return { part, identity: identity?.id }
}

function partIn(draft: Draft, sectionId: string, id: string | null) {
  const section = findSection(draft.survey, sectionId)
  const part = section?.subSections.find((one) => one.id === id)
  return section && part ? { section, part } : null
}

function selectIn(field: HTMLElement): void {
  scrollToField(field)
  const input = document.activeElement
  if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select()
}
