import { sameAnswerValue } from './fields/registry.ts'
import { inheritDerived } from './logic/derive.ts'
import { sameOffer } from './logic/offer.ts'
import type { Pin, Plan } from './plan.ts'
import { samePlace } from './plans.ts'
import type { Answer, MediaRef, Section, SubSection, Survey } from './survey.ts'
import type { TemplateField } from './template.ts'

/**
 * Returns `after`, reusing the objects of `before` wherever the content is equal, so a reloaded survey
 * renders only its differences.
 */
export function keepIdentity(before: Survey, after: Survey): Survey {
  const sections = keepAll(before.sections, after.sections, keepSection)
  const plans = keepAll(before.plans, after.plans, keepPlan)
  const earlier = sameEarlier(before, after)
  if (sections === before.sections && plans === before.plans && earlier && sameHeader(before, after))
    return before
  const kept = { ...after, sections, plans }
  inheritDerived(after, kept)
  return kept
}

function sameEarlier({ earlierAnswers: a = [] }: Survey, { earlierAnswers: b = [] }: Survey): boolean {
  return (
    a.length === b.length &&
    a.every((one, index) => {
      const other = b[index]
      return (
        other !== undefined &&
        one.answer.id === other.answer.id &&
        one.subSectionId === other.subSectionId &&
        one.subSectionName === other.subSectionName &&
        one.definition.name === other.definition.name &&
        one.answer.field.name === other.answer.field.name &&
        sameAnswer(one.answer, other.answer)
      )
    })
  )
}

function keepPlan(before: Plan, after: Plan): Plan {
  const pins = keepAll(before.pins, after.pins, (old, pin) => (samePin(old, pin) ? old : pin))
  return pins === before.pins && before.name === after.name ? before : { ...after, pins }
}

function samePin(a: Pin, b: Pin): boolean {
  return a.number === b.number && a.editedAt === b.editedAt && samePlace(a.place, b.place)
}

function keepSection(before: Section, after: Section): Section {
  const subSections = keepAll(before.subSections, after.subSections, keepSubSection)
  const isSame = subSections === before.subSections && (before.hidden ?? false) === (after.hidden ?? false)
  return isSame ? before : { ...after, subSections }
}

function keepSubSection(before: SubSection, after: SubSection): SubSection {
  const answers = keepAll(before.answers, after.answers, keepAnswer)
  const title = keepAnswer(before.title, after.title)
  return answers === before.answers && title === before.title ? before : { ...after, title, answers }
}

function keepAnswer(before: Answer, after: Answer): Answer {
  return sameAnswer(before, after) ? before : after
}

function keepAll<Item extends { readonly id: string }>(
  before: readonly Item[],
  after: readonly Item[],
  keep: (before: Item, after: Item) => Item,
): readonly Item[] {
  if (before === after) return before
  const known = new Map(before.map((item) => [item.id, item]))
  const kept = after.map((item) => {
    const old = known.get(item.id)
    return old ? keep(old, item) : item
  })
  return sameItems(before, kept) ? before : kept
}

function sameItems<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}

function sameAnswer(a: Answer, b: Answer): boolean {
  if (a === b) return true
  return (
    a.revision === b.revision &&
    a.editedAt === b.editedAt &&
    a.copiedFrom === b.copiedFrom &&
    (a.hidden ?? false) === (b.hidden ?? false) &&
    sameOffer(a.offer, b.offer) &&
    sameField(a.field, b.field) &&
    sameAnswerValue(a, b) &&
    a.media.length === b.media.length &&
    a.media.every((media, index) => sameMedia(media, b.media[index]))
  )
}

/** Compares live texts, which depend on answers; the rest is fixed by the template. */
function sameField(a: TemplateField, b: TemplateField): boolean {
  if (a === b) return true
  return (
    a.id === b.id &&
    a.name === b.name &&
    a.mandatory === b.mandatory &&
    a.hint === b.hint &&
    a.constraintMessage === b.constraintMessage &&
    JSON.stringify([a.optionLabels, a.formatted]) === JSON.stringify([b.optionLabels, b.formatted])
  )
}

function sameMedia(a: MediaRef, b: MediaRef | undefined): boolean {
  return (
    a.id === b?.id && a.kind === b.kind && a.description === b.description && a.copiedFrom === b.copiedFrom
  )
}

function sameHeader(a: Survey, b: Survey): boolean {
  return (
    a.template.id === b.template.id &&
    a.name === b.name &&
    a.owner === b.owner &&
    a.createdBy === b.createdBy &&
    a.createdAt === b.createdAt &&
    a.lastEdited === b.lastEdited &&
    a.status === b.status &&
    (a.changedSinceSubmission ?? false) === (b.changedSinceSubmission ?? false) &&
    a.showMedia === b.showMedia &&
    a.hideEmpty === b.hideEmpty &&
    a.showPositions === b.showPositions &&
    a.showInternal === b.showInternal &&
    a.timeZone === b.timeZone
  )
}
