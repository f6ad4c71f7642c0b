import * as z from 'zod/mini'
import { Id } from '../wire.ts'

/** Where a sub-section is on a plan, as shares of its width and height from the upper left; null = taken away. */
export const PinWire = z.object({
  user_survey_sub_section_id: Id,
  x: z.nullable(z.number()),
  y: z.nullable(z.number()),
  edited_at: z.string(),
  /** Its number on the plan, which stays; a device's older copy has none. */
  number: z.optional(z.number()),
})

/** A floor plan as the survey's owner sees it. Addresses are signed and short-lived. */
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

/** A pin as readers of the report see it. Its number never changes. */
export const ShownPin = z.object({
  number: z.number(),
  /** What is drawn on the plan: the identity ('203'), or the number without one. */
  mark: z.string(),
  x: z.number(),
  y: z.number(),
  sectionId: z.string(),
  partId: z.string(),
  name: z.string(),
  /** The section's name where `name` does not have it. */
  within: z.string(),
  /** The heading of the report that it leads to; null where the report leaves that part out. */
  target: z.nullable(z.string()),
})

/** A plan in the report, and for a guest: no original, no name of a file. */
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
