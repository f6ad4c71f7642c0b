import * as z from 'zod/mini'

/** The content choices of a survey's report. */
export const ReportChoices = z.object({
  /** Photos and videos inside the report. */
  checkbox_1: z.boolean(),
  /** Hide fields without a value. */
  checkbox_2: z.boolean(),
  /** Whether guests see locations; absent in a device's older copy. */
  show_positions: z.optional(z.boolean()),
  /** Whether the owner's own report contains the internal answers, marked. */
  show_internal: z.optional(z.boolean()),
})

/** Each can be changed separately. The last two are accepted only from the owner. */
export const changedChoices = {
  checkbox_1: z.optional(z.boolean()),
  checkbox_2: z.optional(z.boolean()),
  show_positions: z.optional(z.boolean()),
  show_internal: z.optional(z.boolean()),
}
