/** A mark sized for its text, at its pin, in the picture's units. */
export interface Mark {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The center of a placed mark. If moved off its pin, a line connects them. */
export interface PlacedMark {
  readonly x: number
  readonly y: number
  readonly isMoved: boolean
}

/** Radius of the dot at a pin whose mark was moved. */
export const dotRadius = 2.5

/** From this number on, marks are drawn smaller to cover less of the picture. */
export const manyMarks = 60

const gap = 1.5
const rings = 6
const directions = [
  [0, -1],
  [1, 0],
  [-1, 0],
  [0, 1],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
] as const

/**
 * Places marks so that none overlaps another or hides another pin: on their pins if there is room, otherwise
 * beside them. null = no room near the pin; only its dot is drawn.
 */
export function placeMarks(
  marks: readonly Mark[],
  area: { readonly width: number; readonly height: number },
): readonly (PlacedMark | null)[] {
  const placed: Mark[] = []
  return marks.map((mark) => {
    for (const { x, y, isMoved } of candidates(mark)) {
      const box = { ...mark, ...within(area, mark, x, y) }
      const hidesPin = marks.some((other) => other !== mark && isNear(box, other))
      if (hidesPin || placed.some((one) => overlap(one, box))) continue
      placed.push(box)
      return { x: box.x, y: box.y, isMoved }
    }
    return null
  })
}

function* candidates({ x, y, width, height }: Mark): Generator<PlacedMark> {
  yield { x, y, isMoved: false }
  for (let ring = 0; ring < rings; ring++) {
    for (const [right, down] of directions) {
      const [dx, dy] = [width / 2 + dotRadius + gap, height / 2 + dotRadius + gap]
      const out = ring * (height + gap)
      yield { x: x + right * (dx + out), y: y + down * (dy + out), isMoved: true }
    }
  }
}

function within(
  area: { readonly width: number; readonly height: number },
  { width, height }: Mark,
  x: number,
  y: number,
): { readonly x: number; readonly y: number } {
  return { x: bounded(x, width / 2, area.width), y: bounded(y, height / 2, area.height) }
}

function bounded(at: number, half: number, size: number): number {
  return Math.max(half, Math.min(size - half, at))
}

function overlap(a: Mark, b: Mark): boolean {
  return (
    Math.abs(a.x - b.x) < (a.width + b.width) / 2 + gap &&
    Math.abs(a.y - b.y) < (a.height + b.height) / 2 + gap
  )
}

/** Whether a box covers the dot of a pin. */
function isNear(box: Mark, { x, y }: Mark): boolean {
  return Math.abs(box.x - x) < box.width / 2 + dotRadius && Math.abs(box.y - y) < box.height / 2 + dotRadius
}
