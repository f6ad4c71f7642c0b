import { omitUndefined } from '#contract/omit-undefined.ts'
import type { FieldType } from '#contract/templates/field-types.ts'
import { filesOf } from './fields/registry.ts'
import { deriveId } from './ids.ts'
import { checkLogic } from './logic/check.ts'
import { faultText } from './logic/fault-text.ts'
import { optionIds } from './option-ids.ts'
import type {
  DropdownOf,
  FieldTexts,
  OptionColumns,
  Template,
  TemplateField,
  TemplateSection,
  Translations,
} from './template.ts'
import { textIn } from './translate.ts'

/** A template in short form: default values are omitted, and only the series has an id. */
export interface TemplateSource extends Pick<Template, 'language' | 'languages' | 'translations'> {
  /** UUID version 7, shared by all versions of this template. */
  readonly series: string
  readonly name: string
  readonly version: number
  readonly sections: readonly SectionSource[]
}

export interface SectionSource extends Pick<TemplateSection, 'showIf' | 'conditions' | 'translations'> {
  /** Never changes, even if the name does: the id derives from it. */
  readonly key: string
  readonly name: string
  /** The text of the add button; without it the section does not repeat. */
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
  | 'condition'
  | 'requiredIf'
  | 'defaultExpression'
  | 'constraint'
  | 'constraintMessage'
  | 'calculation'
  | 'choiceFilter'
  | 'internal'

/** An option: its label alone, or with id, value for expressions and columns for filters. */
export type OptionSource = string | LabelledOption

export interface LabelledOption {
  readonly label: string
  readonly id?: string
  readonly value?: string
  readonly columns?: OptionColumns
  readonly translations?: Translations<string>
}

export interface FieldSource extends Pick<TemplateField, Extra> {
  /** Never changes and is unique in its section; expressions refer to it. */
  readonly key: string
  readonly name: string
  readonly type: FieldType
  readonly options?: readonly OptionSource[]
  /** The initial value in a new sub-section. */
  readonly default?: string
  readonly mandatory?: boolean
  readonly dropdownOf?: DropdownOf
  readonly adds?: DropdownOf
  readonly dictation?: boolean
  readonly media?: boolean
  readonly translations?: Translations<Omit<FieldTexts, 'options'>>
}

/**
 * Builds a template with its ids. Each version has its own ids, so a survey keeps its version. Throws if an
 * expression has a fault.
 */
export function templateFrom(source: TemplateSource): Template {
  const template = draftOf(source)
  const faults = checkLogic(template).map((fault) => faultText(template, fault))
  if (faults.length > 0) throw new Error(`${source.name}: ${faults.join(' ')}`)
  return template
}

/** Builds a template without checking its expressions, for drafts. */
export function draftOf(source: TemplateSource): Template {
  const id = deriveId(source.series, `version ${source.version}`)
  return {
    id,
    name: source.name,
    version: source.version,
    showMedia: true,
    hideEmpty: false,
    ...omitUndefined({
      language: source.language,
      languages: source.languages,
      translations: source.translations,
    }),
    sections: source.sections.map((section) => sectionFrom(section, id, source.languages ?? [])),
  }
}

function sectionFrom(
  source: SectionSource,
  templateId: string,
  languages: readonly string[],
): TemplateSection {
  const id = deriveId(templateId, source.key)
  return {
    id,
    name: source.name,
    key: source.key,
    addSimilar: source.addSimilarText !== undefined,
    addSimilarText: source.addSimilarText ?? '',
    copyFromLastFilled: source.copyFromLastFilled ?? false,
    fields: source.fields.map((field) => fieldFrom(field, id, languages)),
    ...omitUndefined({
      showIf: source.showIf,
      conditions: source.conditions,
      translations: source.translations,
    }),
  }
}

function fieldFrom(
  { default: defaultValue, translations, ...source }: FieldSource,
  sectionId: string,
  languages: readonly string[],
): TemplateField {
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
    media: filesOf(source) !== null || (source.media ?? false),
    ...omitUndefined({ defaultValue, translations: textsOf(translations, source.options ?? [], languages) }),
  }
}

/** Returns a field's texts and option labels by language. */
function textsOf(
  own: FieldSource['translations'] = {},
  options: readonly OptionSource[],
  languages: readonly string[],
): TemplateField['translations'] {
  const texts = languages.flatMap((language): [string, FieldTexts][] => {
    const labels = options.map((option) =>
      typeof option === 'string' ? '' : (textIn(option.translations, language) ?? ''),
    )
    const said = {
      ...textIn(own, language),
      ...(labels.some((label) => label !== '') && { options: labels }),
    }
    return Object.keys(said).length > 0 ? [[language, said]] : []
  })
  return texts.length > 0 ? Object.fromEntries(texts) : undefined
}

/** Sets the parallel lists only if an option has more than a label. */
function optionsFrom(
  options: readonly OptionSource[],
): Pick<TemplateField, 'options' | 'ownLabels' | 'optionValues' | 'optionColumns'> {
  const all = options.map(
    (option): LabelledOption => (typeof option === 'string' ? { label: option } : option),
  )
  const ids = optionIds(all)
  const values = all.map(({ value }, index) => value ?? ids[index] ?? '')
  const described = all.some(({ columns }) => columns !== undefined)
  return {
    options: ids,
    ...omitUndefined({
      ownLabels: all.some(({ label }, index) => label !== ids[index])
        ? all.map(({ label }) => label)
        : undefined,
      optionValues: values.some((value, index) => value !== ids[index]) ? values : undefined,
      optionColumns: described ? all.map(({ columns = {} }) => columns) : undefined,
    }),
  }
}
