import type { Shape } from '#contract/media/drawing.ts'
import { t } from '#web/lib/language/translate.ts'

/** Accessible name of a shape. */
export function shapeName(shape: Shape, index: number): string {
  const values = { kind: t(`drawing.${shape.kind}`), number: index + 1 }
  if (shape.kind === 'blur') return t('drawing.shape', values)
  if (shape.kind === 'text') return t('drawing.textShape', { ...values, text: shape.text })
  return t('drawing.coloredShape', { ...values, color: t(`drawing.${shape.color}`) })
}
