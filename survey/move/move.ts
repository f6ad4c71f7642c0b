import { acceptsAnswer } from '../fields/registry.ts'
import { derived } from '../logic/derive.ts'
import {
  type Answer,
  type EarlierAnswer,
  emptyAnswer,
  firstSubSectionId,
  type Section,
  type Survey,
  sectionId,
  titleField,
} from '../survey.ts'
import type { Template, TemplateField, TemplateSection } from '../template.ts'
import { everyField, fieldKey, isTitle, sectionKey } from './field-identity.ts'
import { everyPlaced, hasAnswer, isInitialAnswer, nextId, type Placed } from './placed-answers.ts'
import type { UndoRecord } from './undo-record.ts'

/**
 * Moves a survey to another version of its template. An answer keeps its id, and its place where section and
 * field have the same keys. A field with a unique key that moved to another section takes its answer along,
 * unless either section repeats. Answers without a place become earlier answers and return with the first
 * version that has a place for them. `before` undoes a move (`undo-record.ts`).
 */
export function moveSurvey(survey: Survey, template: Template, before?: UndoRecord): Survey {
  return survey.template.id === template.id ? survey : new Move(survey, template, before).run()
}

/** A section of the new version with its part ids. */
interface Frame {
  readonly id: string
  readonly definition: TemplateSection
  readonly parts: readonly string[]
}

interface Slot {
  readonly field: TemplateField
  taken: Placed | null
}

class Move {
  readonly #survey: Survey
  readonly #template: Template
  readonly #before: UndoRecord
  readonly #frames: readonly Frame[]
  readonly #slots = new Map<string, Slot>()
  /** Unique field keys in sections with one part. */
  readonly #only: ReadonlyMap<string, { readonly frame: Frame; readonly field: TemplateField }>
  /** Answers not placed yet. */
  readonly #left: Set<Placed>

  constructor(survey: Survey, template: Template, before: UndoRecord = new Map()) {
    this.#survey = survey
    this.#template = template
    this.#before = before
    this.#left = new Set(everyPlaced(survey))
    this.#frames = template.sections.map((definition) => this.#frameOf(definition))
    for (const { definition, parts } of this.#frames)
      for (const part of parts)
        for (const field of everyField(definition))
          this.#slots.set(slotKey(definition, part, field), { field, taken: null })
    this.#only = this.#onlyOnes()
  }

  run(): Survey {
    this.#putBack()
    const current = [...this.#left].filter(({ isEarlier }) => !isEarlier)
    const earlier = [...this.#left].filter(({ isEarlier }) => isEarlier).sort(latestFirst)
    for (const placed of current) this.#put(placed, this.#sameSlot(placed))
    for (const placed of current.filter(({ answer }) => hasAnswer(answer)))
      this.#put(placed, this.#slotElsewhere(placed))
    for (const placed of earlier) this.#put(placed, this.#sameSlot(placed))
    for (const placed of earlier.filter(({ answer }) => hasAnswer(answer)))
      this.#put(placed, this.#slotElsewhere(placed))
    const { earlierAnswers: _, ...rest } = this.#survey
    const kept = this.#keptAside()
    const sections = this.#sections(new Set(kept.map(({ answer }) => answer.id)))
    const moved = { ...rest, template: this.#template, sections }
    return derived(kept.length === 0 ? moved : { ...moved, earlierAnswers: kept })
  }

  #frameOf(definition: TemplateSection): Frame {
    const key = sectionKey(definition)
    const there = this.#survey.sections.find((section) => sectionKey(section.definition) === key)
    if (there) return { id: there.id, definition, parts: there.subSections.map(({ id }) => id) }
    const gone = [...this.#left].filter((one) => one.isEarlier && sectionKey(one.definition) === key)
    // Fields may have moved to other sections, so a removed section's parts are identified by their titles.
    const titles = gone.filter(({ definition: own, answer }) => isTitle(own, answer.field))
    const [known] = titles
    if (!known) {
      const id = sectionId(this.#survey.id, definition)
      return { id, definition, parts: [firstSubSectionId(id)] }
    }
    const parts = [...new Set(titles.map(({ subSectionId }) => subSectionId))].sort()
    return { id: known.sectionId, definition, parts }
  }

  #onlyOnes() {
    const all = this.#frames.flatMap((frame) =>
      frame.definition.fields.map((field) => ({ frame, field, key: fieldKey(frame.definition, field) })),
    )
    return new Map(
      all
        .filter(
          ({ frame, key }) => frame.parts.length === 1 && all.filter((one) => one.key === key).length === 1,
        )
        .map(({ key, ...place }) => [key, place]),
    )
  }

  /** When undoing, restores moved answers before any other answer can take their slot. */
  #putBack(): void {
    for (const placed of [...this.#left]) {
      const spot = this.#before.get(placed.answer.id)
      if (!spot || spot.isEarlier) continue
      this.#put(placed, this.#slots.get(slotKey(spot.definition, spot.subSectionId, spot.field)))
    }
  }

  #sameSlot({ definition, subSectionId, answer }: Placed): Slot | undefined {
    return this.#slots.get(slotKey(definition, subSectionId, answer.field))
  }

  #slotElsewhere({ template, definition, sectionId: home, answer }: Placed): Slot | undefined {
    const key = fieldKey(definition, answer.field)
    const place = isTitle(definition, answer.field) ? undefined : this.#only.get(key)
    if (!place || sectionKey(place.frame.definition) === sectionKey(definition)) return undefined
    const known = template.sections.flatMap((one) => one.fields.map((field) => fieldKey(one, field)))
    if (known.filter((one) => one === key).length !== 1 || this.#partsOf(home) !== 1) return undefined
    return this.#slots.get(slotKey(place.frame.definition, place.frame.parts[0] ?? '', place.field))
  }

  #partsOf(home: string): number {
    const there = this.#survey.sections.find(({ id }) => id === home)
    if (there) return there.subSections.length
    const parts = (this.#survey.earlierAnswers ?? []).filter((one) => one.sectionId === home)
    return new Set(parts.map(({ subSectionId }) => subSectionId)).size
  }

  #put(placed: Placed, slot: Slot | undefined): void {
    if (!slot || slot.taken || !this.#left.has(placed) || this.#staysEarlier(placed)) return
    if (!acceptsAnswer(slot.field, placed.answer)) return
    slot.taken = placed
    this.#left.delete(placed)
  }

  #staysEarlier({ answer }: Placed): boolean {
    return this.#before.get(answer.id)?.isEarlier ?? false
  }

  #sections(taken: Set<string>): readonly Section[] {
    for (const { taken: placed } of this.#slots.values()) if (placed) taken.add(placed.answer.id)
    return this.#frames.map(({ id, definition, parts }) => ({
      id,
      definition,
      subSections: parts.map((part) => ({
        id: part,
        title: this.#answerAt(definition, part, titleField(definition), taken),
        answers: definition.fields.map((field) => this.#answerAt(definition, part, field, taken)),
      })),
    }))
  }

  #answerAt(definition: TemplateSection, part: string, field: TemplateField, taken: Set<string>): Answer {
    const placed = this.#slots.get(slotKey(definition, part, field))?.taken
    if (placed) return { ...placed.answer, field }
    const empty = emptyAnswer(part, field)
    let { id } = empty
    while (taken.has(id)) id = nextId(id)
    taken.add(id)
    return { ...empty, id }
  }

  /** Returns the answers without a place. A removed section keeps its parts through their titles. */
  #keptAside(): readonly EarlierAnswer[] {
    const left = [...this.#left].map((one) => this.#asItWas(one))
    const worth = left.filter((one) => !isInitialAnswer(one))
    const lasting = new Set(worth.map((one) => one.sectionId))
    for (const { id, definition, subSections } of this.#survey.sections)
      if (subSections.length > 1 || !this.#isMadeAnew(id, definition, subSections[0]?.id)) lasting.add(id)
    const isPart = ({ definition, answer }: Placed) => isTitle(definition, answer.field)
    return left
      .filter(
        (one) =>
          !isInitialAnswer(one) ||
          this.#staysEarlier(one) ||
          (isPart(one) && (one.isEarlier || lasting.has(one.sectionId))),
      )
      .map(({ isEarlier: _, ...one }) => one)
      .sort(bySubSection)
  }

  /** Whether a new section would have the same ids; false if a plan has a pin for it. */
  #isMadeAnew(id: string, definition: TemplateSection, part: string | undefined): boolean {
    const pinned = this.#survey.plans.some(({ pins }) => pins.some((pin) => pin.subSectionId === part))
    return !pinned && id === sectionId(this.#survey.id, definition) && part === firstSubSectionId(id)
  }

  /** When undoing, restores the version and names of former earlier answers. */
  #asItWas(one: Placed): Placed {
    const spot = this.#before.get(one.answer.id)
    if (!spot?.isEarlier) return one
    const { template, definition, sectionId: home, subSectionId, field } = spot
    return { ...one, template, definition, sectionId: home, subSectionId, answer: { ...one.answer, field } }
  }
}

function slotKey(definition: TemplateSection, part: string, field: TemplateField): string {
  return JSON.stringify([sectionKey(definition), part, fieldKey(definition, field)])
}

function latestFirst(a: Placed, b: Placed): number {
  const [one, other] = [a.answer.editedAt ?? '', b.answer.editedAt ?? '']
  return one === other ? compare(b.answer.id, a.answer.id) : compare(other, one)
}

function bySubSection(a: EarlierAnswer, b: EarlierAnswer): number {
  return compare(a.subSectionId, b.subSectionId) || compare(a.answer.id, b.answer.id)
}

/** Compares by code unit, like all id orders. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
