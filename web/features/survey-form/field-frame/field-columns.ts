import type { TemplateField } from '#survey/template.ts'
import { viewOf } from '../fields/registry.ts'

/** Whether a field needs no more than half of the form's width, where that has two columns. */
export function isShort(field: TemplateField): boolean {
  return viewOf(field).short === true && !field.media
}

/** About how high these will be, in pixels: short ones side by side where there are two columns. */
export function aboutHigh(fields: readonly TemplateField[], columns: 1 | 2): number {
  let sum = 0
  let beside = 0
  for (const field of fields) {
    const height = fieldHeight(field)
    if (columns === 1 || !isShort(field)) {
      sum += height
      beside = 0
    } else if (beside > 0) {
      sum += Math.max(0, height - beside)
      beside = 0
    } else {
      sum += height
      beside = height
    }
  }
  return sum
}

/** As a phone shows it. */
function fieldHeight(field: TemplateField): number {
  const rows = viewOf(field).rows?.(field) ?? 1
  return 46 + rows * 54 + (field.media ? 64 : 0)
}
