import type { OptionColumns, TemplateField } from './template.ts'

/** An option with all its properties. */
export interface Option {
  /** The value that answers store. Never changes between versions. */
  readonly id: string
  /** The label in the template's own language. */
  readonly label: string
  /** The value in expressions. */
  readonly value: string
  readonly columns: OptionColumns
}

interface Table {
  readonly options: readonly Option[]
  readonly byId: ReadonlyMap<string, Option>
  readonly byLabel: ReadonlyMap<string, Option>
  readonly byValue: ReadonlyMap<string, Option>
  /** The first index of each id. */
  readonly places: ReadonlyMap<string, number>
}

const tables = new WeakMap<TemplateField, Table>()
const noColumns: OptionColumns = {}

export function optionsIn(field: TemplateField): readonly Option[] {
  return tableOf(field).options
}

/** Returns the labels in the reader's language, in the order of `options`. */
export function labelsOf({ optionLabels, ownLabels, options }: TemplateField): readonly string[] {
  return optionLabels ?? ownLabels ?? options
}

/** Returns the label of an option in the reader's language; an unknown id is returned unchanged. */
export function optionLabel(field: TemplateField, id: string): string {
  const labels = labelsOf(field)
  return labels === field.options ? id : (labels[tableOf(field).places.get(id) ?? -1] ?? id)
}

/** Returns the value of an option in expressions; an unknown id is returned unchanged. */
export function valueOfOption(field: TemplateField, id: string): string {
  return field.optionValues ? (tableOf(field).byId.get(id)?.value ?? id) : id
}

/** Returns the label in the template's own language, which is equal for all readers. */
export function labelOfValue(field: TemplateField, value: string): string | null {
  return tableOf(field).byValue.get(value)?.label ?? null
}

/** Finds an option's id by value, id or label; null if nothing matches. */
export function optionOfText(field: TemplateField, text: string): string | null {
  const { byValue, byId, byLabel } = tableOf(field)
  return (byValue.get(text) ?? byId.get(text) ?? byLabel.get(text))?.id ?? null
}

/** Finds an option's id by id or label; other text is returned unchanged. */
export function resolveOption(field: TemplateField, text: string): string {
  const { byId, byLabel } = tableOf(field)
  return (byId.get(text) ?? byLabel.get(text))?.id ?? text
}

/** Returns an option's cell in this column for filters. */
export function columnOf({ label, value, columns }: Option, name: string): string {
  if (name === 'name') return value
  if (name === 'label') return label
  return Object.hasOwn(columns, name) ? (columns[name] ?? '') : ''
}

/** Returns the column names that this field's filter may use. */
export function columnNames(field: TemplateField): ReadonlySet<string> {
  return new Set(['name', 'label', ...optionsIn(field).flatMap(({ columns }) => Object.keys(columns))])
}

/** Cached: a list may have thousands of options, and every answer is looked up in it. */
function tableOf(field: TemplateField): Table {
  const known = tables.get(field)
  if (known) return known
  const options = field.options.map(
    (id, index): Option => ({
      id,
      label: field.ownLabels?.[index] ?? id,
      value: field.optionValues?.[index] ?? id,
      columns: field.optionColumns?.[index] ?? noColumns,
    }),
  )
  const made = {
    options,
    byId: firstBy(options, ({ id }) => id),
    byLabel: firstBy(options, ({ label }) => label),
    byValue: firstBy(options, ({ value }) => value),
    places: new Map(options.map(({ id }, index) => [id, index] as const).reverse()),
  }
  tables.set(field, made)
  return made
}

function firstBy(options: readonly Option[], key: (option: Option) => string): ReadonlyMap<string, Option> {
  return new Map(options.toReversed().map((option) => [key(option), option]))
}
