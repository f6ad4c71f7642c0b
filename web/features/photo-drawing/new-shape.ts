import type { Shape } from '#contract/media/drawing.ts'
import type { DrawingColor, DrawingWidth } from '#contract/media/drawing-choices.ts'
import { clampToPicture, moveShape, type Point } from './geometry.ts'

interface Pen {
  readonly color: DrawingColor
  readonly width: DrawingWidth
}

/** A shape drawn from one point to another. */
export function shapeBetween(kind: Shape['kind'], from: Point, to: Point, pen: Pen): Shape {
  const corners = {
    x1: clampToPicture(from.x),
    y1: clampToPicture(from.y),
    x2: clampToPicture(to.x),
    y2: clampToPicture(to.y),
  }
  const { color, width } = pen
  if (kind === 'blur') return { kind, ...corners }
  if (kind === 'text') return { kind, ...corners, color, width, text: '' }
  return { kind, ...corners, color, width }
}

/** A shape of default size around a point, for adding without a pointer. */
export function shapeAround(kind: Shape['kind'], at: Point, pen: Pen): Shape {
  const half = kind === 'text' ? { x: 0.2, y: 0.03 } : { x: 0.12, y: 0.1 }
  const [from, to] = [
    { x: 0.5 - half.x, y: 0.5 - half.y },
    { x: 0.5 + half.x, y: 0.5 + half.y },
  ]
  return moveShape(shapeBetween(kind, from, to, pen), at.x - 0.5, at.y - 0.5)
}

/** A text that starts at a point and is as wide as usual, or reaches the picture's edge. */
export function textAt(at: Point, pen: Pen): Shape {
  const x1 = Math.min(clampToPicture(at.x), 0.9)
  return shapeBetween('text', { x: x1, y: at.y }, { x: x1 + 0.45, y: at.y }, pen)
}
