import { type Described, described, plainOption } from '#survey/builder/options.ts'
import type { FormOption } from '#survey/builder/place.ts'

export function withLabel(option: Described, label: string): FormOption {
  return plainOption({ ...option, label })
}

/** undefined = the label stands for itself. */
export function withValue({ value: _, ...option }: Described, value: string | undefined): FormOption {
  return plainOption(value === undefined ? option : { ...option, value })
}

/** undefined = without the column. */
export function withColumn(option: Described, name: string, cell: string | undefined): FormOption {
  const { [name]: _, ...others } = option.columns ?? {}
  return plainOption({
    ...option,
    columns: cell === undefined ? others : { ...option.columns, [name]: cell },
  })
}

export function columnsOf(options: readonly FormOption[]): readonly string[] {
  return [...new Set(options.flatMap((option) => Object.keys(described(option).columns ?? {})))]
}
