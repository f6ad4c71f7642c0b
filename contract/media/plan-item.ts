import * as z from 'zod/mini'
import { Id } from '../wire.ts'

/**
 * A sub-section's position on a plan, as fractions of width and height from the upper left; null = removed.
 */
export const PinWire = z.object({
  user_survey_sub_section_id: Id,
  x: z.nullable(z.number()),
  y: z.nullable(z.number()),
  edited_at: z.string(),
  /** Its permanent number on the plan; absent in a device's older copy. */
  number: z.optional(z.number()),
})

/** A floor plan for the survey's members. Addresses are signed and short-lived. */
export const PlanItem = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  thumbnail_url: z.nullable(z.string()),
  original_url: z.string(),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  pins: z.array(PinWire),
})
export type PlanItem = z.infer<typeof PlanItem>

/** A pin as shown in the report. Its number never changes. */
export const ShownPin = z.object({
  number: z.number(),
  /** The pin's label on the plan: the identity ('203'), else the number. */
  mark: z.string(),
  x: z.number(),
  y: z.number(),
  sectionId: z.string(),
  partId: z.string(),
  name: z.string(),
  /** The section's name, if `name` does not contain it. */
  within: z.string(),
  /** The heading in the report that it links to; null if the report omits that part. */
  target: z.nullable(z.string()),
})

/** A plan in the report and for a guest: no original, no file name. */
export const ShownPlan = z.object({
  planId: z.string(),
  name: z.string(),
  pins: z.array(ShownPin),
  url: z.nullable(z.string()),
  thumbnail_url: z.nullable(z.string()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
})
export type ShownPlan = z.infer<typeof ShownPlan>
