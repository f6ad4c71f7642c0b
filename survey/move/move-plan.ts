import { isAnswerable } from '../fields/registry.ts'
import { plainLine } from '../formatted-text.ts'
import { optionLabel } from '../option-values.ts'
import { unavailableChoices } from '../options.ts'
import type { Survey } from '../survey.ts'
import type { Template, TemplateField, TemplateSection } from '../template.ts'
import { type EarlierLine, lineOf } from './earlier-lines.ts'
import { fieldKey, sectionKey } from './field-identity.ts'
import { moveSurvey } from './move.ts'
import { everyPlaced, hasAnswer, type Placed } from './placed-answers.ts'

/** The effects of a move on a survey, for confirmation. Names are display names. */
export interface MovePlan {
  /** Number of answers that keep their place. */
  readonly kept: number
  /** Answers that move with their field to another section. */
  readonly moved: readonly MovedAnswer[]
  /** Earlier answers that get a place again. */
  readonly back: readonly EarlierLine[]
  /** Answers that lose their place and become earlier answers. */
  readonly earlier: readonly EarlierLine[]
  readonly added: readonly AddedField[]
  /** Answers with options that no longer exist. They block submitting. */
  readonly notOffered: readonly NotOffered[]
}

export interface MovedAnswer {
  readonly id: string
  readonly field: string
  readonly from: string
  readonly to: string
}

/** A field that is new or newly mandatory. */
export interface AddedField {
  readonly section: string
  readonly field: string
  readonly mandatory: boolean
  readonly isNew: boolean
}

export interface NotOffered {
  readonly id: string
  readonly section: string
  readonly field: string
  readonly options: readonly string[]
}

export function movePlan(survey: Survey, template: Template): MovePlan {
  return planBetween(survey, moveSurvey(survey, template))
}

/** Returns the plan of a move whose result is already computed. */
export function planBetween(survey: Survey, after: Survey): MovePlan {
  const now = new Map(everyPlaced(after).map((placed) => [placed.answer.id, placed]))
  const all = everyPlaced(survey)
  const was = new Set(all.map(({ answer }) => answer.id))
  const given = all
    .filter(({ answer }) => hasAnswer(answer))
    .flatMap((before) => {
      const placed = now.get(before.answer.id)
      return placed ? { before, after: placed } : []
    })
  const [old, placed] = [given.filter(({ before }) => before.isEarlier), given.filter(isCurrent)]
  const current = placed.filter((one) => !one.after.isEarlier)
  const [stays, goes] = [current.filter(isInItsSection), current.filter((one) => !isInItsSection(one))]
  return {
    kept: stays.length,
    moved: goes.map((one) => ({
      id: one.before.answer.id,
      field: one.after.answer.field.name,
      from: one.before.definition.name,
      to: one.after.definition.name,
    })),
    back: old.filter((one) => !one.after.isEarlier).map((one) => lineOf(survey, one.before)),
    earlier: placed.filter((one) => one.after.isEarlier).map((one) => lineOf(survey, one.before)),
    added: addedFields(survey.template, after, was),
    notOffered: notOfferedIn(survey, after),
  }
}

interface Both {
  readonly before: Placed
  readonly after: Placed
}

function isCurrent({ before }: Both): boolean {
  return !before.isEarlier
}

function isInItsSection({ before, after }: Both): boolean {
  return sectionKey(before.definition) === sectionKey(after.definition)
}

/** `known`: ids of answers before the move. A field that brought its answer along is not new. */
function addedFields(older: Template, after: Survey, known: ReadonlySet<string>): readonly AddedField[] {
  const before = fieldsIn(older)
  const now = fieldsIn(after.template)
  return after.sections.flatMap(({ definition, subSections }) =>
    definition.fields.flatMap((field, place): AddedField[] => {
      const old =
        before.byPlace.get(keyOf(definition, field)) ?? broughtAlong(fieldKey(definition, field), before, now)
      const isNew = !old && !subSections.some(({ answers }) => known.has(answers[place]?.id ?? ''))
      const { mandatory, name } = field
      if (!isAnswerable(field) || (!isNew && (!mandatory || (old?.field.mandatory ?? true)))) return []
      return [{ section: definition.name, field: plainLine(name), mandatory, isNew }]
    }),
  )
}

interface PlacedField {
  readonly place: string
  readonly field: TemplateField
}

interface Fields {
  readonly byPlace: ReadonlyMap<string, PlacedField>
  readonly byKey: ReadonlyMap<string, readonly PlacedField[]>
}

function fieldsIn({ sections }: Template): Fields {
  const all = sections.flatMap((definition) =>
    definition.fields.map((field) => ({
      place: keyOf(definition, field),
      key: fieldKey(definition, field),
      field,
    })),
  )
  return {
    byPlace: new Map(all.map((one) => [one.place, one])),
    byKey: Map.groupBy(all, ({ key }) => key),
  }
}

/** Finds the previous place of a field that moved without an answer, by its unique key. */
function broughtAlong(key: string, before: Fields, now: Fields): PlacedField | undefined {
  const [was, ...others] = before.byKey.get(key) ?? []
  const isOnly = others.length === 0 && now.byKey.get(key)?.length === 1
  return was && isOnly && !now.byPlace.has(was.place) ? was : undefined
}

function keyOf(definition: TemplateSection, field: TemplateField): string {
  return JSON.stringify([sectionKey(definition), fieldKey(definition, field)])
}

function notOfferedIn(survey: Survey, after: Survey): readonly NotOffered[] {
  const before = new Map(everyPlaced(survey).map(({ answer }) => [answer.id, unavailableChoices(answer)]))
  return after.sections.flatMap(({ definition, subSections }) =>
    subSections.flatMap(({ answers }) =>
      answers.flatMap((answer): NotOffered[] => {
        const known = before.get(answer.id) ?? []
        const options = unavailableChoices(answer).filter((option) => !known.includes(option))
        if (options.length === 0) return []
        const labels = options.map((option) => optionLabel(answer.field, option))
        return [{ id: answer.id, section: definition.name, field: answer.field.name, options: labels }]
      }),
    ),
  )
}
