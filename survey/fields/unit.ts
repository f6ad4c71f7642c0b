import type { TemplateField } from '../template.ts'

/** Appends the unit: '12.5 dB', '40%'. An empty value stays empty. */
export function withUnit(value: string, { unit = '' }: TemplateField): string {
  if (value === '' || unit === '') return value
  return unit === '%' || unit === '°' ? `${value}${unit}` : `${value} ${unit}`
}
