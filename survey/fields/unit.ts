import type { TemplateField } from '../template.ts'

/** '12.5 dB', '40%'; the unit alone says nothing. */
export function withUnit(value: string, { unit = '' }: TemplateField): string {
  if (value === '' || unit === '') return value
  return unit === '%' || unit === '°' ? `${value}${unit}` : `${value} ${unit}`
}
