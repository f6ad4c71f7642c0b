import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { plainText } from '../rules/plain-text.ts'
import { drawingColors, drawingWidths, turns } from './drawing-choices.ts'

/** A place in the picture: 0 is its left or upper edge, 1 its right or lower one. */
const Place = z
  .number('media.drawingInvalid')
  .check(z.gte(0, 'media.drawingInvalid'), z.lte(1, 'media.drawingInvalid'))

/** Two corners; of a line its start and its end (the tip of an arrow), of a text the box that it is broken in. */
const corners = { x1: Place, y1: Place, x2: Place, y2: Place }
const pen = { color: z.enum(drawingColors), width: z.enum(drawingWidths) }

const Stroke = z.strictObject(
  { kind: z.enum(['arrow', 'line', 'ellipse', 'rectangle']), ...corners, ...pen },
  'media.drawingInvalid',
)

const Words = z
  .string()
  .check(
    z.overwrite(plainText),
    z.minLength(1, 'media.drawingInvalid'),
    z.maxLength(limits.shapeTextMax, 'media.drawingInvalid'),
  )

const Lettering = z.strictObject(
  { kind: z.literal('text'), ...corners, ...pen, text: Words },
  'media.drawingInvalid',
)

const Blur = z.strictObject({ kind: z.literal('blur'), ...corners }, 'media.drawingInvalid')

/** One thing that was drawn on a photo. Closed: what is not named here is refused. */
export const Shape = z.union([Stroke, Lettering, Blur], 'media.drawingInvalid')
export type Shape = z.infer<typeof Shape>

export const Turn = z.literal(turns, 'media.drawingInvalid')
export type Turn = z.infer<typeof Turn>

/** A turn as a text part of a form carries it. */
export const TurnText = z.enum(['0', '90', '180', '270'], 'media.drawingInvalid')

export const Shapes = z
  .array(Shape, 'media.drawingInvalid')
  .check(z.maxLength(limits.shapesMax, 'media.drawingInvalid'))

/** Shapes as a text part of a form carries them: JSON. */
export const ShapesText = z.pipe(
  z.string('media.drawingInvalid').check(z.maxLength(limits.shapesTextMax, 'media.drawingInvalid')),
  z.pipe(z.transform(parsed), Shapes),
)

/** Nothing that is not JSON is a list of shapes. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What was drawn on a photo, for its owner. */
export const Drawing = z.object({
  /** On the turned photo; none where it is turned and nothing is drawn on it. */
  shapes: z.array(Shape),
  /** Absent = as it was taken. */
  turn: z.optional(Turn),
  /** By the clock of the device that drew. */
  drawn_at: z.string(),
  /** The photo without it and as it was taken: what one turns and goes on drawing on. */
  unmarked_url: z.string(),
})
export type Drawing = z.infer<typeof Drawing>
