import { type Described, described, plainOption } from '#survey/builder/options.ts'
import type { FormOption } from '#survey/builder/place.ts'

/** An option as a version has it: its id, and its label there if that is known. */
export interface Settled {
  readonly id: string
  readonly label?: string | undefined
}

/** It keeps the id that a version has it by. `settled`: undefined = no version has it, and the label is its id. */
export function withLabel(
  { id: _, ...option }: Described,
  label: string,
  settled: Settled | undefined,
): FormOption {
  const isAsThere = settled?.label === label && settled.id === label
  return plainOption({ ...option, label, ...(settled && !isAsThere && { id: settled.id }) })
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
