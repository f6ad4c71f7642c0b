import { cut } from '#contract/rules/plain-text.ts'
import { deriveId } from './ids.ts'
import { namesOf } from './numbering.ts'
import type { Pin, PinPlace, Plan } from './plan.ts'
import { type Section, type SubSection, type Survey, shownSections } from './survey.ts'

/** A pin that stands on a plan, with what it stands for. */
export interface ShownPin {
  readonly number: number
  /** '203', or 'Unit Survey 2' without an identity. */
  readonly name: string
  /** The section's name where `name` does not have it. */
  readonly within: string
  readonly place: PinPlace
  readonly section: Section
  readonly subSection: SubSection
}

export function pinId(planId: string, subSectionId: string): string {
  return deriveId(planId, subSectionId)
}

/** A place inside the picture, whatever was asked for. */
export function placeWithin({ x, y }: PinPlace): PinPlace {
  return { x: share(x), y: share(y) }
}

function share(value: number): number {
  // Five digits are less than a pixel of the largest picture, and read back as they were written.
  return Math.round(Math.min(1, Math.max(0, value)) * 100_000) / 100_000
}

export function samePlace(a: PinPlace | null, b: PinPlace | null): boolean {
  return a === b || (a?.x === b?.x && a?.y === b?.y)
}

/**
 * Which of two pins of one sub-section stands: the later one. Two of one moment are decided by their places, so that
 * every device decides alike.
 */
export function laterPin<P extends Pick<Pin, 'place' | 'editedAt'>>(a: P, b: P): P {
  const [timeA, timeB] = [Date.parse(a.editedAt), Date.parse(b.editedAt)]
  if (timeA !== timeB) return timeB > timeA ? b : a
  return placeKey(b.place) > placeKey(a.place) ? b : a
}

function placeKey(place: PinPlace | null): number {
  return place === null ? -1 : place.x * 10 + place.y
}

/** What the next pin of a plan is called. Numbers of pins that were taken away are not given again. */
export function nextPinNumber(pins: readonly Pick<Pin, 'number'>[]): number {
  return Math.max(0, ...pins.map(({ number }) => number)) + 1
}

/** The pins that are seen, in the order of their numbers. Those of deleted and hidden sub-sections are not. */
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

/** A longer identity is cut on the plan. The legend has all of it. */
const markMax = 14

/** What a printed plan shows at a pin: the identity ('203'), or the pin's number without one. */
export function pinMark({ number, name, within }: Pick<ShownPin, 'number' | 'name' | 'within'>): string {
  if (within === '') return String(number)
  return name.length > markMax ? `${cut(name, markMax - 1).trimEnd()}…` : name
}

/** The plans on which a sub-section is pinned. */
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

/** What can be pinned: the sub-sections of repeated sections; of all where a template repeats none. */
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
