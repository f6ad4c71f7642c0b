import { limits } from '#contract/limits.ts'

/** Size of the signature area, in the units of its strokes. */
export const signaturePaper = { width: 600, height: 200 } as const

export interface Point {
  readonly x: number
  readonly y: number
}
export type Stroke = readonly Point[]

/** Strokes as an SVG path of integers: 'M12 40L13 42…'. Prints sharply at any size and stays small. */
const shape = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})+)+$/

/** Shorter than the answer limit, so that the stored path can be rewritten. */
const longest = limits.answerMax - 500

/** Parses stored strokes; null if they are invalid or outside the signature area. */
export function readStrokes(path: string): readonly Stroke[] | null {
  if (path.length > limits.answerMax || !shape.test(path)) return null
  const strokes = path
    .split('M')
    .slice(1)
    .map((stroke) => stroke.split('L').map(readPoint))
  const inside = ({ x, y }: Point) => x <= signaturePaper.width && y <= signaturePaper.height
  return strokes.every((stroke) => stroke.every(inside)) ? strokes : null
}

function readPoint(text: string): Point {
  const [x = '', y = ''] = text.split(' ')
  return { x: Number(x), y: Number(y) }
}

/** Returns the stored form of strokes, simplified until it fits the limit. */
export function writeStrokes(strokes: readonly Stroke[]): string {
  let drawn = strokes.filter(({ length }) => length > 0).map(withinArea)
  for (let tolerance = 0.6; ; tolerance *= 1.5) {
    drawn = drawn.map((stroke) => simplify(stroke, tolerance))
    const path = drawn.map(asPath).join('')
    if (path.length <= longest) return path
    // Dots cannot be simplified, so only the first ones are stored.
    if (tolerance > signaturePaper.width) return path.slice(0, path.lastIndexOf('M', longest))
  }
}

/** A dot is a line to its own position, drawn by round line caps. */
function asPath(stroke: Stroke): string {
  const points = stroke.length === 1 ? [...stroke, ...stroke] : stroke
  return `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`
}

function withinArea(stroke: Stroke): Stroke {
  const points = stroke.map(({ x, y }) => ({
    x: clamp(x, signaturePaper.width),
    y: clamp(y, signaturePaper.height),
  }))
  return points.filter(({ x, y }, at) => at === 0 || x !== points[at - 1]?.x || y !== points[at - 1]?.y)
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(most, Math.round(value)))
}

/** Ramer–Douglas–Peucker without recursion: a stroke may have thousands of points. */
function simplify(stroke: Stroke, tolerance: number): Stroke {
  const kept = new Set([0, stroke.length - 1])
  const open: [number, number][] = [[0, stroke.length - 1]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [from, to] = span
    const far = farthest(stroke, from, to)
    if (far.distance <= tolerance) continue
    kept.add(far.at)
    open.push([from, far.at], [far.at, to])
  }
  return stroke.filter((_, at) => kept.has(at))
}

function farthest(stroke: Stroke, from: number, to: number): { at: number; distance: number } {
  const [a, b] = [stroke[from], stroke[to]]
  let found = { at: from, distance: 0 }
  for (let at = from + 1; a && b && at < to; at += 1) {
    const point = stroke[at]
    const distance = point ? distanceTo(point, a, b) : 0
    if (distance > found.distance) found = { at, distance }
  }
  return found
}

/** Distance of a point from a line segment. */
function distanceTo({ x, y }: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - a.x) * dx + (y - a.y) * dy) / length))
  return Math.hypot(x - a.x - along * dx, y - a.y - along * dy)
}
