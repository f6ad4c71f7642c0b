import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { plainText } from '../rules/plain-text.ts'
import { drawingColors, drawingWidths, turns } from './drawing-choices.ts'

/** A coordinate in the picture: 0 is the left or upper edge, 1 the right or lower one. */
const Place = z
  .number('media.drawingInvalid')
  .check(z.gte(0, 'media.drawingInvalid'), z.lte(1, 'media.drawingInvalid'))

/** Two corners; for a line its start and end (an arrow's tip), for a text its box. */
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

/** One shape drawn on a photo. Closed: unknown properties are rejected. */
export const Shape = z.union([Stroke, Lettering, Blur], 'media.drawingInvalid')
export type Shape = z.infer<typeof Shape>

export const Turn = z.literal(turns, 'media.drawingInvalid')
export type Turn = z.infer<typeof Turn>

/** A rotation as a text part of a form. */
export const TurnText = z.enum(['0', '90', '180', '270'], 'media.drawingInvalid')

export const Shapes = z
  .array(Shape, 'media.drawingInvalid')
  .check(z.maxLength(limits.shapesMax, 'media.drawingInvalid'))

/** Shapes as a text part of a form: JSON. */
export const ShapesText = z.pipe(
  z.string('media.drawingInvalid').check(z.maxLength(limits.shapesTextMax, 'media.drawingInvalid')),
  z.pipe(z.transform(parsed), Shapes),
)

/** Returns null for invalid JSON, which is no list of shapes. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A photo's drawing, for its owner. */
export const Drawing = z.object({
  /** In coordinates of the rotated photo; empty if it is only rotated. */
  shapes: z.array(Shape),
  /** Absent = not rotated. */
  turn: z.optional(Turn),
  /** By the clock of the drawing device. */
  drawn_at: z.string(),
  /** The original photo, unmarked and not rotated, for further editing. */
  unmarked_url: z.string(),
})
export type Drawing = z.infer<typeof Drawing>
