import type { Shape } from '#contract/drawing.ts'
import { say } from '#web/lib/say.ts'

/** What a shape is called by who cannot see it. */
export function shapeName(shape: Shape, index: number): string {
  const values = { kind: say(`drawing.${shape.kind}`), number: index + 1 }
  if (shape.kind === 'blur') return say('drawing.shape', values)
  if (shape.kind === 'text') return say('drawing.textShape', { ...values, text: shape.text })
  return say('drawing.coloredShape', { ...values, color: say(`drawing.${shape.color}`) })
}
