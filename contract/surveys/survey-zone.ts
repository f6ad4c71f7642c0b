import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { TimeZone } from '../rules/date-range.ts'

/** IANA name of the zone whose days a survey speaks of; null of one from before it had one. */
export const zoneOnWire = { time_zone: z.optional(z.nullable(z.string())) }

/** Of the device that makes it. One that the server does not know counts as none: no survey is refused for it. */
export const zoneAtCreation = {
  time_zone: z.optional(z.string().check(z.maxLength(limits.timeZoneMax, 'common.invalid'))),
}

/** For its owner to choose; of others it is not taken. */
export const chosenZone = { time_zone: z.optional(TimeZone) }
