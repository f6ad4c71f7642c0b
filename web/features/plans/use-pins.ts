import { type KeyboardEvent, useState } from 'react'
import { placeOf } from '#survey/edit/plans.ts'
import { titledNameOf } from '#survey/numbering.ts'
import type { PinPlace, Plan } from '#survey/plan.ts'
import { useDraft } from '#web/features/survey-form/draft-context.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Spot } from '#web/lib/pan-zoom/pan-zoom.ts'
import { addPart } from '#web/offline/draft/draft-actions.ts'
import { setPin } from '#web/offline/draft/plan-actions.ts'
import type { Placing } from './plan-window.tsx'
import type { Dragged } from './use-gestures.ts'
import type { PanZoom } from './use-pan-zoom.ts'

/** The last change to a pin, with its previous place for Undo. */
export interface PinChange {
  readonly text: string
  readonly subSectionId: string
  readonly before: PinPlace | null
}

/** Actions on a plan's pins, from the plan and from the list beside it. */
export function usePins(plan: Plan, pan: PanZoom) {
  const draft = useDraft()
  const [asking, setAsking] = useState<{ readonly place: Spot | null } | null>(null)
  const [placing, setPlacing] = useState<Placing | null>(null)
  const [done, setDone] = useState<PinChange | null>(null)

  const nameOf = (subSectionId: string): string => {
    for (const section of draft.survey.sections) {
      const part = section.subSections.find(({ id }) => id === subSectionId)
      if (part) return titledNameOf(section, part)
    }
    return ''
  }
  const change = (subSectionId: string, place: PinPlace | null) => {
    const before = placeOf(draft.survey, plan.id, subSectionId)
    const name = nameOf(subSectionId)
    setPin(draft, plan.id, subSectionId, place)
    const key = place === null ? 'plans.removed' : before === null ? 'plans.placed' : 'plans.moved'
    setDone({ text: t(key, { name }), subSectionId, before })
  }
  /** Starts keyboard placing at the pin's current place, or in the middle of the visible part. */
  const begin = (subSectionId: string) => {
    const known = placeOf(draft.survey, plan.id, subSectionId)
    if (known) pan.lookAt(known)
    setDone(null)
    setPlacing({ subSectionId, name: nameOf(subSectionId), place: known ?? clamped(pan.middle()) })
    pan.frame.current?.focus({ preventScroll: true })
    pan.frame.current?.scrollIntoView({ block: 'nearest' })
  }
  const put = (place?: Spot) => {
    if (!placing) return
    change(placing.subSectionId, place ?? placing.place)
    setPlacing(null)
  }
  const choose = (subSectionId: string) => {
    const place = asking?.place
    setAsking(null)
    if (place) change(subSectionId, place)
    else begin(subSectionId)
  }

  return {
    asking,
    placing,
    done,
    /** Asks for the sub-section to pin. null = place it by keyboard afterwards. */
    ask: (place: Spot | null) => setAsking({ place }),
    stopAsking: () => setAsking(null),
    choose,
    addNew: (sectionId: string) => {
      const id = addPart(draft, sectionId, () => undefined)
      if (id) choose(id)
    },
    begin,
    put: () => put(),
    leave: () => setPlacing(null),
    tap: (place: Spot) => (placing ? put(place) : setAsking({ place })),
    drop: ({ pin, place }: Dragged) => {
      if (placing && pin === 'placing') setPlacing({ ...placing, place })
      else change(pin, place)
    },
    remove: (subSectionId: string) => change(subSectionId, null),
    undo: () => {
      if (done) setPin(draft, plan.id, done.subSectionId, done.before)
      setDone(null)
    },
    forget: () => setDone(null),
    placingKey: ({ key, shiftKey }: KeyboardEvent): boolean => {
      if (!placing) return false
      const by = arrows[key]
      if (key === 'Enter') put()
      else if (key === 'Escape') setPlacing(null)
      else if (by) {
        const step = pan.step(shiftKey ? 40 : 8)
        const { x, y } = placing.place
        const place = clamped({ x: x + by.x * step.x, y: y + by.y * step.y })
        setPlacing({ ...placing, place })
        if (shiftKey) pan.lookAt(place)
      } else return false
      return true
    },
  }
}

const arrows: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

function clamped({ x, y }: Spot): Spot {
  return { x: Math.min(1, Math.max(0, x)), y: Math.min(1, Math.max(0, y)) }
}
