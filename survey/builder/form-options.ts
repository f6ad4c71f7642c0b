import type { FormOption } from './form-place.ts'

export type Described = Exclude<FormOption, string>

export function described(option: FormOption): Described {
  return typeof option === 'string' ? { label: option } : option
}

/** Returns the option's value in expressions. */
export function optionValue(option: FormOption): string {
  const { label, id = label, value = id } = described(option)
  return value
}

/** Returns the label alone if the option has no other property. */
export function plainOption({ label, id, value, columns, translations }: Described): FormOption {
  const more = {
    ...(id !== undefined && { id }),
    ...(value !== undefined && { value }),
    ...(isFilled(columns) && { columns }),
    ...(isFilled(translations) && { translations }),
  }
  return isFilled(more) ? { label, ...more } : label
}

function isFilled(record: object | undefined): record is object {
  return record !== undefined && Object.keys(record).length > 0
}
