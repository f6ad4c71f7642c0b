import * as z from 'zod/mini'

/** What a survey's report shows. */
export const ReportChoices = z.object({
  /** Photos and videos inside the report. */
  checkbox_1: z.boolean(),
  /** Without fields that have no value. */
  checkbox_2: z.boolean(),
  /** Whether guests see positions; a device's older copy does not know. */
  show_positions: z.optional(z.boolean()),
  /** Whether the owner's own report has the internal answers, marked. */
  show_internal: z.optional(z.boolean()),
})

/** Each may be changed by itself. The last two are the owner's to say; of others they are not taken. */
export const changedChoices = {
  checkbox_1: z.optional(z.boolean()),
  checkbox_2: z.optional(z.boolean()),
  show_positions: z.optional(z.boolean()),
  show_internal: z.optional(z.boolean()),
}
