import type { FieldType } from '#contract/field-types.ts'
import { deriveId } from './ids.ts'
import { checkLogic } from './logic/check.ts'
import { faultText } from './logic/fault-text.ts'
import type { DropdownOf, Template, TemplateField, TemplateSection } from './template.ts'

/** A template as a person writes it: only what is not usual is said, and no ids but the series'. */
export interface TemplateSource {
  /** UUID version 7 that all versions of this template share. */
  readonly series: string
  readonly name: string
  readonly version: number
  readonly sections: readonly SectionSource[]
}

export interface SectionSource {
  /** Never changes, whatever the name becomes: the id follows from it. */
  readonly key: string
  readonly name: string
  /** The text of the button that adds another one; without it the section is not repeated. */
  readonly addSimilarText?: string
  readonly copyFromLastFilled?: boolean
  readonly fields: readonly FieldSource[]
}

type Extra =
  | 'hint'
  | 'unit'
  | 'min'
  | 'max'
  | 'reasonOn'
  | 'showIf'
  | 'constraint'
  | 'constraintMessage'
  | 'calculation'
  | 'internal'

export interface FieldSource extends Pick<TemplateField, Extra> {
  /** Never changes and is unique in its section; expressions refer to it. */
  readonly key: string
  readonly name: string
  readonly type: FieldType
  readonly options?: readonly string[]
  readonly mandatory?: boolean
  readonly dropdownOf?: DropdownOf
  readonly adds?: DropdownOf
  readonly dictation?: boolean
  readonly media?: boolean
}

/**
 * The template with its ids. Each version has its own, so a survey keeps the version it began with. Throws where
 * one of its expressions has a fault.
 */
export function templateFrom(source: TemplateSource): Template {
  const id = deriveId(source.series, `version ${source.version}`)
  const template: Template = {
    id,
    name: source.name,
    version: source.version,
    showMedia: true,
    hideEmpty: false,
    sections: source.sections.map((section) => sectionFrom(section, id)),
  }
  const faults = checkLogic(template).map((fault) => faultText(template, fault))
  if (faults.length > 0) throw new Error(`${source.name}: ${faults.join(' ')}`)
  return template
}

function sectionFrom(source: SectionSource, templateId: string): TemplateSection {
  const id = deriveId(templateId, source.key)
  return {
    id,
    name: source.name,
    key: source.key,
    addSimilar: source.addSimilarText !== undefined,
    addSimilarText: source.addSimilarText ?? '',
    copyFromLastFilled: source.copyFromLastFilled ?? false,
    fields: source.fields.map((field) => fieldFrom(field, id)),
  }
}

function fieldFrom(source: FieldSource, sectionId: string): TemplateField {
  return {
    ...source,
    id: deriveId(sectionId, source.key),
    name: source.name,
    type: source.type,
    options: source.options ?? [],
    mandatory: source.mandatory ?? false,
    dropdownOf: source.dropdownOf ?? null,
    adds: source.adds ?? null,
    dictation: source.dictation ?? false,
    media: source.media ?? false,
  }
}
