import type { Shape } from '#contract/media/drawing.ts'
import type { DrawingWidth } from '#contract/media/drawing-choices.ts'
import { clamp } from '#web/lib/pan-zoom/pan-zoom.ts'

/** In a shape: fractions of the picture, 0 to 1. On the screen and in the picture: pixels. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The coordinates of a shape that follow the pointer. */
export interface Handle {
  readonly x: 'x1' | 'x2' | null
  readonly y: 'y1' | 'y2' | null
}

/** As a fraction of the picture's longer side, so lines look alike on every photo. */
const strokes: Readonly<Record<DrawingWidth, number>> = { thin: 0.003, medium: 0.006, thick: 0.012 }

/** Line width in the picture's pixels. */
export function strokeOf(width: DrawingWidth, { width: across, height }: Size): number {
  return strokes[width] * Math.max(across, height)
}

export function boxOf({ x1, y1, x2, y2 }: Shape): Box {
  return { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) }
}

/** Moves a shape, but not beyond the picture. */
export function moveShape<S extends Shape>(shape: S, dx: number, dy: number): S {
  const { left, top, right, bottom } = boxOf(shape)
  const x = clamp(dx, -left, 1 - right)
  const y = clamp(dy, -top, 1 - bottom)
  const { x1, y1, x2, y2 } = shape
  return {
    ...shape,
    x1: clampToPicture(x1 + x),
    y1: clampToPicture(y1 + y),
    x2: clampToPicture(x2 + x),
    y2: clampToPicture(y2 + y),
  }
}

export function resizeShape<S extends Shape>(shape: S, handle: Handle, to: Point): S {
  return {
    ...shape,
    ...(handle.x && { [handle.x]: clampToPicture(to.x) }),
    ...(handle.y && { [handle.y]: clampToPicture(to.y) }),
  }
}

export function handlesOf(shape: Shape): readonly Handle[] {
  switch (shape.kind) {
    case 'arrow':
    case 'line':
      return [
        { x: 'x1', y: 'y1' },
        { x: 'x2', y: 'y2' },
      ]
    case 'text':
      return [{ x: 'x2', y: null }]
    default:
      return (['x1', 'x2'] as const).flatMap((x) => (['y1', 'y2'] as const).map((y) => ({ x, y })))
  }
}

export function handlePosition(shape: Shape, { x, y }: Handle): Point {
  const { top, bottom } = boxOf(shape)
  return { x: x ? shape[x] : shape.x1, y: y ? shape[y] : (top + bottom) / 2 }
}

/** Whether a point, in the picture's pixels, touches the shape. `within`: also counts the inside of hollow shapes. */
export function hitsShape(shape: Shape, at: Point, size: Size, reach: number, within = false): boolean {
  const from = { x: shape.x1 * size.width, y: shape.y1 * size.height }
  const to = { x: shape.x2 * size.width, y: shape.y2 * size.height }
  switch (shape.kind) {
    case 'arrow':
    case 'line':
      return distanceTo(from, to, at) <= reach + strokeOf(shape.width, size)
    case 'ellipse':
      return within ? isInside(from, to, at, reach) : isOnEllipse(from, to, at, reach)
    case 'rectangle':
      return isInside(from, to, at, reach) && (within || !isInside(from, to, at, -reach))
    default:
      return isInside(from, to, at, reach)
  }
}

/** Index of the topmost shape at a point. The selected shape comes first and counts with its inside. */
export function shapeAt(
  shapes: readonly Shape[],
  selected: number | null,
  at: Point,
  size: Size,
  reach: number,
): number | null {
  const own = selected === null ? undefined : shapes[selected]
  if (own && hitsShape(own, at, size, reach, true)) return selected
  const found = shapes.findLastIndex((shape) => hitsShape(shape, at, size, reach))
  return found < 0 ? null : found
}

function isInside(from: Point, to: Point, at: Point, reach: number): boolean {
  return (
    at.x >= Math.min(from.x, to.x) - reach &&
    at.x <= Math.max(from.x, to.x) + reach &&
    at.y >= Math.min(from.y, to.y) - reach &&
    at.y <= Math.max(from.y, to.y) + reach
  )
}

function isOnEllipse(from: Point, to: Point, at: Point, reach: number): boolean {
  const [rx, ry] = [Math.abs(to.x - from.x) / 2, Math.abs(to.y - from.y) / 2]
  const [dx, dy] = [at.x - (from.x + to.x) / 2, at.y - (from.y + to.y) / 2]
  const part = (grown: number) => Math.hypot(dx / Math.max(1, rx + grown), dy / Math.max(1, ry + grown)) <= 1
  return part(reach) && !(rx > reach && ry > reach && part(-reach))
}

function distanceTo(from: Point, to: Point, at: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : clamp(((at.x - from.x) * dx + (at.y - from.y) * dy) / length, 0, 1)
  return Math.hypot(at.x - from.x - along * dx, at.y - from.y - along * dy)
}

export function clampToPicture(value: number): number {
  return clamp(value, 0, 1)
}
