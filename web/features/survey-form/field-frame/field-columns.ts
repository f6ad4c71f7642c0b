import type { TemplateField } from '#survey/template.ts'
import { viewOf } from '../fields/registry.ts'

/** Whether a field fits in one of the form's two columns. */
export function isShort(field: TemplateField): boolean {
  return viewOf(field).short === true && !field.media
}

/** Estimated height of the fields in pixels. With two columns, short fields share a row. */
export function estimatedHeight(fields: readonly TemplateField[], columns: 1 | 2): number {
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

/** Estimated height on a phone, in pixels. */
function fieldHeight(field: TemplateField): number {
  const rows = viewOf(field).rows?.(field) ?? 1
  return 46 + rows * 54 + (field.media ? 64 : 0)
}
