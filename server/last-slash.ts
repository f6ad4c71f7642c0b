import * as z from 'zod/mini'

/** For addresses that paths are put behind. */
export const withoutLastSlash = z.transform((text: string) => text.replace(/\/+$/, ''))
