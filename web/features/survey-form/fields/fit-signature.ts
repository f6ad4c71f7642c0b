import { type Stroke, signaturePaper } from '#survey/fields/strokes.ts'

/** Between a signature and the edge of the stored area, in its units. */
const margin = 8

/**
 * Fits strokes from a taller pad of the same width into the stored signature's area: centered vertically, and scaled
 * down if they are too tall.
 */
export function fitSignature(strokes: readonly Stroke[]): readonly Stroke[] {
  const ys = strokes.flatMap((stroke) => stroke.map(({ y }) => y))
  if (ys.length === 0) return strokes
  // Not Math.min(...ys): thousands of points would exceed the argument limit.
  const top = ys.reduce((a, b) => Math.min(a, b))
  const bottom = ys.reduce((a, b) => Math.max(a, b))
  const { width, height } = signaturePaper
  const scale = Math.min(1, (height - 2 * margin) / (bottom - top || 1))
  const middle = (top + bottom) / 2
  return strokes.map((stroke) =>
    stroke.map(({ x, y }) => ({
      x: width / 2 + (x - width / 2) * scale,
      y: height / 2 + (y - middle) * scale,
    })),
  )
}

/** Moves strokes down, to center them in an area of another height. */
export function moveStrokes(strokes: readonly Stroke[], down: number): readonly Stroke[] {
  return strokes.map((stroke) => stroke.map(({ x, y }) => ({ x, y: y + down })))
}
