import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { mayAddSimilar } from '#survey/edit/add-similar.ts'
import { allUsualBut } from '#survey/edit/copy-from-last.ts'
import { identityOf, offeredIdentity } from '#survey/identity.ts'
import { missingInSection } from '#survey/mandatory.ts'
import { findSection } from '#survey/navigation.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { copyIntoNewest } from '#web/offline/draft/copy-actions.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { addPart } from '#web/offline/draft/draft-actions.ts'
import { chooseOnlyPlaces } from '#web/offline/draft/only-places.ts'
import { useDraft, useSurvey } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import { arriveAtField } from '../sections/use-arrival.ts'

/** The section on screen, for whatever adds to it. */
export interface PartRoom {
  /** The new part's id, before it appears. */
  readonly onComing: (id: string) => void
  readonly onAdded: (id: string) => void
}

export interface AddingTo {
  readonly sectionId: string
  readonly room: RefObject<PartRoom | null>
  /** Whether the empty mandatory fields are to say so. */
  readonly onMissing: (show: boolean) => void
}

/** Adds a part once the mandatory fields of its section are filled; before that it leads to the first of them. */
export function useAddPart({ sectionId, room, onMissing }: AddingTo) {
  const draft = useDraft()
  const navigate = useNavigate()
  const [asked, setAsked] = useState(false)
  // Not the section itself, which changes with each keystroke.
  const may = useSurvey((survey) => {
    const section = findSection(survey, sectionId)
    return section !== undefined && mayAddSimilar(section)
  })
  const onComing = (id: string) => room.current?.onComing(id)

  function refused(): boolean {
    // The new part's fields are empty because nobody came to them yet.
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
    may,
    asked,
    /** An empty one. */
    add: () => {
      if (refused()) return
      const id = addPart(draft, sectionId, onComing)
      if (id) room.current?.onAdded(id)
    },
    /** A copy of the last one with the next free number, which is selected: typing replaces it. */
    addNext: () => {
      if (refused()) return
      // Within the tap, or a phone would not open its keyboard.
      const added = flushSync(() => addNext(draft, sectionId, onComing))
      const field = document.getElementById(`field-${added?.identity}`)
      if (field) selectIn(field)
      else if (added) room.current?.onAdded(added.part)
    },
  }
}

function addNext(draft: Draft, sectionId: string, onComing: (id: string) => void) {
  const part = addPart(draft, sectionId, onComing)
  const added = partIn(draft, sectionId, part)
  if (!part || !added) return null
  const identity = identityOf(added.section, added.part)
  if (added.section.definition.copyFromLastFilled)
    void copyIntoNewest(draft, sectionId, allUsualBut(added.section, identity?.id))
  // With its building, which was copied or is the only one.
  chooseOnlyPlaces(draft, { section: sectionId, subSection: part })
  const copied = partIn(draft, sectionId, part)
  const value = copied ? offeredIdentity(copied.section, copied.part) : ''
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
  arriveAtField(field)
  const input = document.activeElement
  if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select()
}
