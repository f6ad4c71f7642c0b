import type { Shape } from '#contract/media/drawing.ts'
import type { DrawingWidth } from '#contract/media/drawing-choices.ts'
import { clampToPicture, type Size } from './geometry.ts'

export type TextShape = Extract<Shape, { kind: 'text' }>
/** Width of a text in pixels at this letter height. */
export type Measure = (text: string, height: number) => number

const heights: Readonly<Record<DrawingWidth, number>> = { thin: 0.024, medium: 0.034, thick: 0.052 }
const lineHeight = 1.25

export interface LaidOut {
  readonly lines: readonly string[]
  /** Letter height in the picture's pixels. */
  readonly height: number
  readonly lineHeight: number
}

export function layOut(shape: TextShape, size: Size, measure: Measure): LaidOut {
  const height = heights[shape.width] * Math.max(size.width, size.height)
  const room = Math.abs(shape.x2 - shape.x1) * size.width
  const fits = (text: string) => measure(text, height) <= room
  const lines = shape.text.split('\n').flatMap((line) => broken(line, fits))
  return { lines, height, lineHeight: height * lineHeight }
}

/** Returns the text with a box as high as its lines, moved up if it would leave the picture. */
export function fitTextBox(shape: TextShape, size: Size, measure: Measure): TextShape {
  const { lines, lineHeight: each } = layOut(shape, size, measure)
  const high = Math.min(1, (lines.length * each) / size.height)
  const y1 = clampToPicture(Math.min(shape.y1, 1 - high))
  return { ...shape, y1, y2: clampToPicture(y1 + high) }
}

/** Breaks between words, and a word longer than a line between its letters. */
function broken(line: string, fits: (text: string) => boolean): readonly string[] {
  const lines: string[] = []
  let open = ''
  for (const word of line.split(' ')) {
    const longer = open === '' ? word : `${open} ${word}`
    if (fits(longer)) {
      open = longer
      continue
    }
    if (open !== '') lines.push(open)
    const pieces = brokenWord(word, fits)
    lines.push(...pieces.slice(0, -1))
    open = pieces.at(-1) ?? ''
  }
  return [...lines, open]
}

function brokenWord(word: string, fits: (text: string) => boolean): readonly string[] {
  const pieces: string[] = []
  let open = ''
  for (const letter of word) {
    if (open !== '' && !fits(open + letter)) {
      pieces.push(open)
      open = ''
    }
    open += letter
  }
  return [...pieces, open]
}
