import type { OptionColumns, TemplateField } from './template.ts'

/** A choice with all that is known of it. */
export interface Option {
  /** What people read, and what answers are. */
  readonly label: string
  /** What expressions see. */
  readonly value: string
  readonly columns: OptionColumns
}

interface Table {
  readonly options: readonly Option[]
  readonly byLabel: ReadonlyMap<string, Option>
  readonly byValue: ReadonlyMap<string, Option>
  /** Of each label, where it stands first. */
  readonly places: ReadonlyMap<string, number>
}

const tables = new WeakMap<TemplateField, Table>()
const noColumns: OptionColumns = {}

export function optionsIn(field: TemplateField): readonly Option[] {
  return tableOf(field).options
}

/** What a person reads of an option, in the language that the template was translated into. */
export function optionLabel(field: TemplateField, option: string): string {
  if (!field.optionLabels) return option
  return field.optionLabels[tableOf(field).places.get(option) ?? -1] ?? option
}

/** What expressions see of an answer; one that is no option any more is seen as it is. */
export function valueOfOption(field: TemplateField, label: string): string {
  return field.optionValues ? (tableOf(field).byLabel.get(label)?.value ?? label) : label
}

export function labelOfOption(field: TemplateField, value: string): string | null {
  return tableOf(field).byValue.get(value)?.label ?? null
}

/** The label of an option by its value or by itself; null where it is neither. */
export function optionOfText(field: TemplateField, text: string): string | null {
  return labelOfOption(field, text) ?? (field.options.includes(text) ? text : null)
}

/** What a filter knows of an option by this name. */
export function columnOf({ label, value, columns }: Option, name: string): string {
  if (name === 'name') return value
  if (name === 'label') return label
  return Object.hasOwn(columns, name) ? (columns[name] ?? '') : ''
}

/** The names that a filter of this field may use. */
export function columnNames(field: TemplateField): ReadonlySet<string> {
  return new Set(['name', 'label', ...optionsIn(field).flatMap(({ columns }) => Object.keys(columns))])
}

/** Worked out once: a list may have thousands of options, and each answer is looked up in it. */
function tableOf(field: TemplateField): Table {
  const known = tables.get(field)
  if (known) return known
  const options = field.options.map(
    (label, index): Option => ({
      label,
      value: field.optionValues?.[index] ?? label,
      columns: field.optionColumns?.[index] ?? noColumns,
    }),
  )
  const made = {
    options,
    byLabel: firstBy(options, ({ label }) => label),
    byValue: firstBy(options, ({ value }) => value),
    places: new Map(options.map(({ label }, index) => [label, index] as const).reverse()),
  }
  tables.set(field, made)
  return made
}

function firstBy(options: readonly Option[], key: (option: Option) => string): ReadonlyMap<string, Option> {
  return new Map(options.toReversed().map((option) => [key(option), option]))
}
