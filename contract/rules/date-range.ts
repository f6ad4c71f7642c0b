import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { isTimeZone } from './days.ts'

/** DD-MM-YYYY as the list's filter sends it (spec §9) → 'YYYY-MM-DD'. Rejects impossible dates. */
export const FilterDate = z.pipe(
  z.string().check(
    z.regex(/^\d{2}-\d{2}-\d{4}$/, 'common.dateInvalid'),
    z.refine(
      (text) =>
        !Number.isNaN(Date.parse(turned(text))) &&
        new Date(turned(text)).getUTCDate() === Number(text.slice(0, 2)),
      'common.dateInvalid',
    ),
  ),
  z.transform(turned),
)

function turned(text: string): string {
  return `${text.slice(6)}-${text.slice(3, 5)}-${text.slice(0, 2)}`
}

export const TimeZone = z
  .string()
  .check(z.maxLength(limits.timeZoneMax, 'common.invalid'), z.refine(isTimeZone, 'common.invalid'))
