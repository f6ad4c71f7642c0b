import type { Shape } from '#contract/media/drawing.ts'
import { inside, type Point } from './geometry.ts'

const far = 0.01

/** How far an arrow key moves, in parts of the picture; null = another key. */
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

/** Its end follows: an arrow's tip, of a box the lower right corner. */
export function stretched<S extends Shape>(shape: S, by: Point): S {
  return { ...shape, x2: inside(shape.x2 + by.x), y2: inside(shape.y2 + by.y) }
}
