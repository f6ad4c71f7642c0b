import { cut } from '#contract/rules/plain-text.ts'
import { deriveId } from './ids.ts'
import { namesOf } from './numbering.ts'
import type { Pin, PinPlace, Plan } from './plan.ts'
import { type Section, type SubSection, type Survey, shownSections } from './survey.ts'

/** A visible pin with its sub-section. */
export interface ShownPin {
  readonly number: number
  /** '203', or 'Unit Survey 2' without an identity. */
  readonly name: string
  /** The section's name if `name` doesn't contain it. */
  readonly within: string
  readonly place: PinPlace
  readonly section: Section
  readonly subSection: SubSection
}

export function pinId(planId: string, subSectionId: string): string {
  return deriveId(planId, subSectionId)
}

/** Clamps a place to the picture. */
export function placeWithin({ x, y }: PinPlace): PinPlace {
  return { x: share(x), y: share(y) }
}

function share(value: number): number {
  // Five decimals are finer than a pixel of the largest picture and survive a round trip.
  return Math.round(Math.min(1, Math.max(0, value)) * 100_000) / 100_000
}

export function samePlace(a: PinPlace | null, b: PinPlace | null): boolean {
  return a === b || (a?.x === b?.x && a?.y === b?.y)
}

/** Returns the later of two pins of a sub-section. Equal times are decided by place, so all devices agree. */
export function laterPin<P extends Pick<Pin, 'place' | 'editedAt'>>(a: P, b: P): P {
  const [timeA, timeB] = [Date.parse(a.editedAt), Date.parse(b.editedAt)]
  if (timeA !== timeB) return timeB > timeA ? b : a
  return placeKey(b.place) > placeKey(a.place) ? b : a
}

function placeKey(place: PinPlace | null): number {
  return place === null ? -1 : place.x * 10 + place.y
}

/** Returns the next pin number. Numbers of removed pins are not reused. */
export function nextPinNumber(pins: readonly Pick<Pin, 'number'>[]): number {
  return Math.max(0, ...pins.map(({ number }) => number)) + 1
}

/** Returns the visible pins by number, without those of deleted and hidden sub-sections. */
export function shownPins(survey: Survey, plan: Plan): readonly ShownPin[] {
  const pins = new Map(plan.pins.map((pin) => [pin.subSectionId, pin]))
  if (pins.size === 0) return []
  const shown = shownSections(survey).flatMap((section) =>
    section.subSections.flatMap((subSection, index) => {
      const pin = pins.get(subSection.id)
      if (!pin?.place) return []
      const { number, place } = pin
      return [{ number, ...namesOf(section, index), place, section, subSection }]
    }),
  )
  return shown.toSorted((a, b) => a.number - b.number)
}

/** Maximum length of an identity on the plan; the legend shows all of it. */
const markMax = 14

/** Returns the mark of a pin on a printed plan: the identity ('203'), or the pin's number without one. */
export function pinMark({ number, name, within }: Pick<ShownPin, 'number' | 'name' | 'within'>): string {
  if (within === '') return String(number)
  return name.length > markMax ? `${cut(name, markMax - 1).trimEnd()}…` : name
}

/** Returns the plans with a pin for the sub-section. */
export function plansOf(survey: Pick<Survey, 'plans'>, subSectionId: string): readonly Plan[] {
  return survey.plans.filter(({ pins }) =>
    pins.some((pin) => pin.subSectionId === subSectionId && pin.place !== null),
  )
}

export interface Pinnable {
  readonly section: Section
  readonly subSection: SubSection
  readonly name: string
  readonly within: string
  readonly pinned: boolean
}

/**
 * Returns the sub-sections that can be pinned: those of repeated sections, or all if no section repeats.
 * Unpinned ones come first.
 */
export function pinnable(survey: Survey, plan: Plan): readonly Pinnable[] {
  const pinned = new Set(plan.pins.flatMap(({ place, subSectionId }) => (place ? [subSectionId] : [])))
  const sections = shownSections(survey)
  const repeated = sections.filter(
    ({ definition, subSections }) => definition.addSimilar || subSections.length > 1,
  )
  const all = (repeated.length > 0 ? repeated : sections).flatMap((section) =>
    section.subSections.map((subSection, index) => ({
      section,
      subSection,
      ...namesOf(section, index),
      pinned: pinned.has(subSection.id),
    })),
  )
  return [...all.filter((one) => !one.pinned), ...all.filter((one) => one.pinned)]
}
