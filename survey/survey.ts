import { limits } from '#contract/limits.ts'
import { initialAnswerValue } from './default-value.ts'
import { deriveId } from './ids.ts'
import { withComputedDefaults } from './logic/computed-defaults.ts'
import { derived } from './logic/derive.ts'
import type { Plan } from './plan.ts'
import { plainField, type Template, type TemplateField, type TemplateSection } from './template.ts'

export type SurveyStatus = 'Started' | 'Completed'

/** A photo or video attached to an answer. */
export interface MediaRef {
  readonly id: string
  readonly kind: 'photo' | 'video'
  readonly description: string
  /** The source of a copied file; null once checked. */
  readonly copiedFrom: string | null
}

/** The current options of a field with a `choiceFilter`. */
export interface Offer {
  /** Option ids, in the order of the field's options. */
  readonly options: readonly string[]
  /** If nothing is offered, the name of the field to answer first; null if none would help. */
  readonly after: string | null
}

/**
 * The answer to one field. `value` serves text, numeric, radio, select and dropdown, `values` the checkbox;
 * the property that the field's type doesn't use stays empty.
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
  /** Whether its field's condition is false (`logic/derive.ts`); the value is kept. Absent = shown. */
  readonly hidden?: boolean
  /** The options of a field with a filter (`logic/derive.ts`). Absent = all options. */
  readonly offer?: Offer
  /** The sub-section from which the value was copied; null once edited or checked. */
  readonly copiedFrom: string | null
}

export interface SubSection {
  readonly id: string
  /** Its own name beside its number ('Unit 4B'), stored and merged like any answer. */
  readonly title: Answer
  readonly answers: readonly Answer[]
}

export interface Section {
  readonly id: string
  readonly definition: TemplateSection
  /** Whether its condition is false (`logic/derive.ts`), which hides all its answers. Absent = shown. */
  readonly hidden?: boolean
  /**
   * Ordered by id (specification §4); ids are time-ordered, so this is the order of creation. Never empty.
   */
  readonly subSections: readonly SubSection[]
}

/** Returns the visible sections. Hidden ones keep their answers. */
export function shownSections({ sections }: Pick<Survey, 'sections'>): readonly Section[] {
  return sections.some(({ hidden }) => hidden) ? sections.filter(({ hidden }) => !hidden) : sections
}

/**
 * An answer without a place in the survey's current template version. `answer.field` and `definition` belong
 * to the last version that had one.
 */
export interface EarlierAnswer {
  readonly template: Template
  readonly definition: TemplateSection
  readonly sectionId: string
  readonly subSectionId: string
  /** The name of its sub-section if the survey no longer has it; absent = use the survey's. */
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
  /** Whether its content changed after submission. Absent = no. */
  readonly changedSinceSubmission?: boolean
  /** `checkbox_1`: photos and videos appear inside the report. */
  readonly showMedia: boolean
  /** `checkbox_2`: report and guest view hide fields without a value. */
  readonly hideEmpty: boolean
  /** Whether guests see positions; off unless the owner enables it. */
  readonly showPositions: boolean
  /** IANA name of the survey's time zone; null for surveys from before time zones were stored. */
  readonly timeZone: string | null
  /** Whether the owner's own report includes internal answers, marked. Guests never get them. */
  readonly showInternal: boolean
  readonly sections: readonly Section[]
  /** Floor plans, ordered by id like sub-sections. */
  readonly plans: readonly Plan[]
  /** Answers without a place since the survey was moved to another version (`move/`). Absent = none. */
  readonly earlierAnswers?: readonly EarlierAnswer[]
}

/**
 * Returns an unanswered answer: empty, or the field's default. Its id derives from its place, so device and
 * server agree.
 */
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

/**
 * Returns the field for the titles of a section's sub-sections. Templates don't define it: its id is derived.
 */
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

/** Creates a survey with one empty sub-section in each section of the template. */
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
  return withComputedDefaults(
    made,
    new Set(made.sections.flatMap(({ subSections }) => subSections.map(({ id }) => id))),
  )
}

export function sectionId(surveyId: string, definition: TemplateSection): string {
  return deriveId(surveyId, definition.id)
}

export function firstSubSectionId(ofSection: string): string {
  return deriveId(ofSection, 'first')
}

/** Returns a sub-section's title and answers: everything that is stored, merged and sent. */
export function everyAnswer(subSection: SubSection): readonly Answer[] {
  return [subSection.title, ...subSection.answers]
}
