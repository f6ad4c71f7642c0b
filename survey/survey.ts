import { limits } from '#contract/limits.ts'
import { initialAnswerValue } from './default-value.ts'
import { deriveId } from './ids.ts'
import { begun } from './logic/begin.ts'
import { derived } from './logic/derive.ts'
import type { Plan } from './plan.ts'
import { plainField, type Template, type TemplateField, type TemplateSection } from './template.ts'

export type SurveyStatus = 'Started' | 'Completed'

/** A photo or video that hangs on an answer. */
export interface MediaRef {
  readonly id: string
  readonly kind: 'photo' | 'video'
  readonly description: string
  /** The photo or video that this one was copied from; null once somebody checked it. */
  readonly copiedFrom: string | null
}

/** What a field with a `choiceFilter` offers now. */
export interface Offer {
  /** Labels, in the order of the field's options. */
  readonly options: readonly string[]
  /** Where nothing is offered: the name of the field that wants an answer first; null where that would not help. */
  readonly after: string | null
}

/**
 * What a person gave for one field. `value` serves text, numeric, radio, select and dropdown,
 * `values` the checkbox; the one that the field's type does not use stays empty.
 */
export interface Answer {
  readonly id: string
  readonly field: TemplateField
  readonly value: string
  readonly values: readonly string[]
  /** The server's counter; 0 = never saved there. */
  readonly revision: number
  readonly editedAt: string | null
  readonly media: readonly MediaRef[]
  /** Its field's condition does not hold now (`logic/derive.ts`); the value is kept and comes back. Absent = shown. */
  readonly hidden?: boolean
  /** Of a field that does not offer all of its options (`logic/derive.ts`). Absent = all of them. */
  readonly offer?: Offer
  /** The sub-section that a copy took the value from; null once somebody touched it. */
  readonly copiedFrom: string | null
}

export interface SubSection {
  readonly id: string
  /** Its own name beside its number ('Unit 4B'): kept, merged and sent like every answer. */
  readonly title: Answer
  readonly answers: readonly Answer[]
}

export interface Section {
  readonly id: string
  readonly definition: TemplateSection
  /** Its condition does not hold now (`logic/derive.ts`), so all its answers are hidden, too. Absent = shown. */
  readonly hidden?: boolean
  /** Ordered by id (spec §4); ids are time-ordered, so this is the order of adding. Never empty. */
  readonly subSections: readonly SubSection[]
}

/** The sections that people see now. Those that a condition hides keep their answers. */
export function shownSections({ sections }: Pick<Survey, 'sections'>): readonly Section[] {
  return sections.some(({ hidden }) => hidden) ? sections.filter(({ hidden }) => !hidden) : sections
}

/**
 * An answer that has no place in the version of the template that the survey follows now. `answer.field` and
 * `definition` are those of the version in which it had one last.
 */
export interface EarlierAnswer {
  readonly template: Template
  readonly definition: TemplateSection
  readonly sectionId: string
  readonly subSectionId: string
  /** What its sub-section is called where the survey has none of this id; absent = that follows from the survey. */
  readonly subSectionName?: string
  readonly answer: Answer
}

export interface Survey {
  readonly id: string
  readonly template: Template
  readonly name: string
  readonly owner: string
  readonly createdBy: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly lastEdited: string
  readonly status: SurveyStatus
  /** Its content was changed after it was submitted. Absent = it was not. */
  readonly changedSinceSubmission?: boolean
  /** `checkbox_1`: photos and videos appear inside the report. */
  readonly showMedia: boolean
  /** `checkbox_2`: fields without a value are hidden in report and guest view. */
  readonly hideEmpty: boolean
  /** Whether guests see the answers that are places: off unless the owner says so. */
  readonly showPositions: boolean
  /** IANA name of the zone whose days the survey speaks of; null of one from before surveys had it. */
  readonly timeZone: string | null
  /** Whether the owner's own report has the internal answers, marked. Guests never get them. */
  readonly showInternal: boolean
  readonly sections: readonly Section[]
  /** Floor plans, ordered by id as sub-sections are. */
  readonly plans: readonly Plan[]
  /** What has no place since the survey was moved to another version (`move/`). Absent = nothing. */
  readonly earlierAnswers?: readonly EarlierAnswer[]
}

/** An answer that nobody gave yet: empty, or its field's default. Its id follows from its place, so that device and server agree on it. */
export function emptyAnswer(subSectionId: string, field: TemplateField): Answer {
  return {
    id: deriveId(subSectionId, field.id),
    field,
    ...initialAnswerValue(field),
    revision: 0,
    editedAt: null,
    media: [],
    copiedFrom: null,
  }
}

const titleFields = new WeakMap<TemplateSection, TemplateField>()

/** The field behind the titles of a section's sub-sections. No template has to name it: its id is derived. */
export function titleField(definition: TemplateSection): TemplateField {
  const known = titleFields.get(definition)
  if (known) return known
  const made: TemplateField = {
    id: titleFieldId(definition.id),
    name: 'Title',
    type: 'text',
    maxLength: limits.titleMax,
    ...plainField,
  }
  titleFields.set(definition, made)
  return made
}

export function emptySubSection(id: string, definition: TemplateSection): SubSection {
  const title = emptyAnswer(id, titleField(definition))
  return { id, title, answers: definition.fields.map((field) => emptyAnswer(id, field)) }
}

export function titleFieldId(templateSectionId: string): string {
  return deriveId(templateSectionId, 'title')
}

/** A new survey with one empty sub-section in each section of the template. */
export function newSurvey(
  template: Template,
  given: { id: string; name: string; owner: string; createdBy: string; at: string; timeZone?: string | null },
): Survey {
  const made = derived({
    id: given.id,
    template,
    name: given.name,
    owner: given.owner,
    createdBy: given.createdBy,
    createdAt: given.at,
    lastEdited: given.at,
    status: 'Started',
    showMedia: template.showMedia,
    hideEmpty: template.hideEmpty,
    showPositions: false,
    timeZone: given.timeZone ?? null,
    showInternal: false,
    plans: [],
    sections: template.sections.map((definition) => {
      const id = sectionId(given.id, definition)
      return { id, definition, subSections: [emptySubSection(firstSubSectionId(id), definition)] }
    }),
  })
  return begun(made, new Set(made.sections.flatMap(({ subSections }) => subSections.map(({ id }) => id))))
}

export function sectionId(surveyId: string, definition: TemplateSection): string {
  return deriveId(surveyId, definition.id)
}

export function firstSubSectionId(ofSection: string): string {
  return deriveId(ofSection, 'first')
}

/** A sub-section's title and its fields: all that is kept, merged and sent. */
export function everyAnswer(subSection: SubSection): readonly Answer[] {
  return [subSection.title, ...subSection.answers]
}
