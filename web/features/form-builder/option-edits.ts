import { type Described, described, plainOption } from '#survey/builder/form-options.ts'
import type { FormOption } from '#survey/builder/form-place.ts'

/** A published option's id, and its label if known. */
export interface PublishedOption {
  readonly id: string
  readonly label?: string | undefined
}

/** Changes the label and keeps the published id. Without `settled` (never published), the label is the id. */
export function withLabel(
  { id: _, ...option }: Described,
  label: string,
  settled: PublishedOption | undefined,
): FormOption {
  const isAsThere = settled?.label === label && settled.id === label
  return plainOption({ ...option, label, ...(settled && !isAsThere && { id: settled.id }) })
}

/** undefined: the label is the value. */
export function withValue({ value: _, ...option }: Described, value: string | undefined): FormOption {
  return plainOption(value === undefined ? option : { ...option, value })
}

/** undefined removes the column. */
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
