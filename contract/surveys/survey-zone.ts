import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { TimeZone } from '../rules/date-range.ts'

/** IANA name of a survey's time zone; null for surveys from before there was one. */
export const zoneOnWire = { time_zone: z.optional(z.nullable(z.string())) }

/** From the creating device. A zone unknown to the server counts as none: no survey is rejected for it. */
export const zoneAtCreation = {
  time_zone: z.optional(z.string().check(z.maxLength(limits.timeZoneMax, 'common.invalid'))),
}

/** Accepted only from the owner. */
export const chosenZone = { time_zone: z.optional(TimeZone) }
