import type { OptionColumns, TemplateField } from './template.ts'

/** A choice with all that is known of it. */
export interface Option {
  /** What answers are. It never changes between versions. */
  readonly id: string
  /** What people read, in the template's own language. */
  readonly label: string
  /** What expressions see. */
  readonly value: string
  readonly columns: OptionColumns
}

interface Table {
  readonly options: readonly Option[]
  readonly byId: ReadonlyMap<string, Option>
  readonly byLabel: ReadonlyMap<string, Option>
  readonly byValue: ReadonlyMap<string, Option>
  /** The first place of each id. */
  readonly places: ReadonlyMap<string, number>
}

const tables = new WeakMap<TemplateField, Table>()
const noColumns: OptionColumns = {}

export function optionsIn(field: TemplateField): readonly Option[] {
  return tableOf(field).options
}

/** What the reader reads of each option, in the order of `options`. */
export function labelsOf({ optionLabels, ownLabels, options }: TemplateField): readonly string[] {
  return optionLabels ?? ownLabels ?? options
}

/** The label of an answer's option in the reader's language; an answer that is no option is its own. */
export function optionLabel(field: TemplateField, id: string): string {
  const labels = labelsOf(field)
  return labels === field.options ? id : (labels[tableOf(field).places.get(id) ?? -1] ?? id)
}

/** What expressions see of an answer; one that is no option any more is seen as it is. */
export function valueOfOption(field: TemplateField, id: string): string {
  return field.optionValues ? (tableOf(field).byId.get(id)?.value ?? id) : id
}

/** The label in the template's own language, which is the same for every reader. */
export function labelOfValue(field: TemplateField, value: string): string | null {
  return tableOf(field).byValue.get(value)?.label ?? null
}

/** The id of an option by its value, its id or its label; null if it is none of them. */
export function optionOfText(field: TemplateField, text: string): string | null {
  const { byValue, byId, byLabel } = tableOf(field)
  return (byValue.get(text) ?? byId.get(text) ?? byLabel.get(text))?.id ?? null
}

/** The id of an option that is sent by its id or its label; other text as it is. */
export function optionSent(field: TemplateField, text: string): string {
  const { byId, byLabel } = tableOf(field)
  return (byId.get(text) ?? byLabel.get(text))?.id ?? text
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
