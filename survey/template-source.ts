import type { FieldType } from '#contract/field-types.ts'
import { onlySaid } from '#contract/only-said.ts'
import { deriveId } from './ids.ts'
import { checkLogic } from './logic/check.ts'
import { faultText } from './logic/fault-text.ts'
import type { DropdownOf, OptionColumns, Template, TemplateField, TemplateSection } from './template.ts'

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
  | 'maxLength'
  | 'unit'
  | 'min'
  | 'max'
  | 'reasonOn'
  | 'showIf'
  | 'constraint'
  | 'constraintMessage'
  | 'calculation'
  | 'choiceFilter'
  | 'internal'

/** A choice: its label alone, or with the value that expressions see and the columns that filters look at. */
export type OptionSource = string | LabelledOption

export interface LabelledOption {
  readonly label: string
  readonly value?: string
  readonly columns?: OptionColumns
}

export interface FieldSource extends Pick<TemplateField, Extra> {
  /** Never changes and is unique in its section; expressions refer to it. */
  readonly key: string
  readonly name: string
  readonly type: FieldType
  readonly options?: readonly OptionSource[]
  /** What a new sub-section begins with. */
  readonly default?: string
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
  const template = draftOf(source)
  const faults = checkLogic(template).map((fault) => faultText(template, fault))
  if (faults.length > 0) throw new Error(`${source.name}: ${faults.join(' ')}`)
  return template
}

/** The same without a look at its expressions: what a draft would be. */
export function draftOf(source: TemplateSource): Template {
  const id = deriveId(source.series, `version ${source.version}`)
  return {
    id,
    name: source.name,
    version: source.version,
    showMedia: true,
    hideEmpty: false,
    sections: source.sections.map((section) => sectionFrom(section, id)),
  }
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

function fieldFrom({ default: defaultValue, ...source }: FieldSource, sectionId: string): TemplateField {
  return {
    ...source,
    id: deriveId(sectionId, source.key),
    name: source.name,
    type: source.type,
    ...optionsFrom(source.options ?? []),
    mandatory: source.mandatory ?? false,
    dropdownOf: source.dropdownOf ?? null,
    adds: source.adds ?? null,
    dictation: source.dictation ?? false,
    media: source.media ?? false,
    ...onlySaid({ defaultValue }),
  }
}

/** The parallel lists are there only where an option says more than its label. */
function optionsFrom(
  options: readonly OptionSource[],
): Pick<TemplateField, 'options' | 'optionValues' | 'optionColumns'> {
  const all = options.map(
    (option): LabelledOption => (typeof option === 'string' ? { label: option } : option),
  )
  const valued = all.some(({ label, value = label }) => value !== label)
  const described = all.some(({ columns }) => columns !== undefined)
  return {
    options: all.map(({ label }) => label),
    ...onlySaid({
      optionValues: valued ? all.map(({ label, value = label }) => value) : undefined,
      optionColumns: described ? all.map(({ columns = {} }) => columns) : undefined,
    }),
  }
}
