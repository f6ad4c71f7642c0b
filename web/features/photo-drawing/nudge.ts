import type { Shape } from '#contract/media/drawing.ts'
import { clampToPicture, type Point } from './geometry.ts'

const far = 0.01

/** Distance an arrow key moves a shape, as a fraction of the picture; null for other keys. */
export function nudgeOf(key: string): Point | null {
  switch (key) {
    case 'ArrowLeft':
      return { x: -far, y: 0 }
    case 'ArrowRight':
      return { x: far, y: 0 }
    case 'ArrowUp':
      return { x: 0, y: -far }
    case 'ArrowDown':
      return { x: 0, y: far }
    default:
      return null
  }
}

/** Moves the shape's end point: an arrow's tip, or a box's lower right corner. */
export function stretchShape<S extends Shape>(shape: S, by: Point): S {
  return { ...shape, x2: clampToPicture(shape.x2 + by.x), y2: clampToPicture(shape.y2 + by.y) }
}
