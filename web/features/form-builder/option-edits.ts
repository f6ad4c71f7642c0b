import type { FormOption } from '#survey/builder/place.ts'

export type Described = Exclude<FormOption, string>

export function described(option: FormOption): Described {
  return typeof option === 'string' ? { label: option } : option
}

export function withLabel(option: Described, label: string): FormOption {
  return plain({ ...option, label })
}

/** undefined = the label stands for itself. */
export function withValue({ value: _, ...option }: Described, value: string | undefined): FormOption {
  return plain(value === undefined ? option : { ...option, value })
}

/** undefined = without the column. */
export function withColumn(option: Described, name: string, cell: string | undefined): FormOption {
  const { [name]: _, ...others } = option.columns ?? {}
  return plain({ ...option, columns: cell === undefined ? others : { ...option.columns, [name]: cell } })
}

export function columnsOf(options: readonly FormOption[]): readonly string[] {
  return [...new Set(options.flatMap((option) => Object.keys(described(option).columns ?? {})))]
}

/** The label alone where nothing else is said. */
function plain({ label, value, columns }: Described): FormOption {
  const has = columns !== undefined && Object.keys(columns).length > 0
  if (value === undefined && !has) return label
  return { label, ...(value === undefined ? {} : { value }), ...(has ? { columns } : {}) }
}
