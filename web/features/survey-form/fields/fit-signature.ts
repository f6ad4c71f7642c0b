import { type Stroke, signaturePaper } from '#survey/fields/strokes.ts'

/** Between a signature and the edge of its paper. */
const margin = 8

/**
 * Strokes from a pad that is as wide as the paper (in its units) and higher, on the paper: in the middle of its height,
 * and smaller where they are too tall for it.
 */
export function fitSignature(strokes: readonly Stroke[]): readonly Stroke[] {
  const ys = strokes.flatMap((stroke) => stroke.map(({ y }) => y))
  if (ys.length === 0) return strokes
  // A stroke may be thousands of points: more than a call takes.
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

/** Strokes further down: what was in the middle of one height is in the middle of another. */
export function moved(strokes: readonly Stroke[], down: number): readonly Stroke[] {
  return strokes.map((stroke) => stroke.map(({ x, y }) => ({ x, y: y + down })))
}
