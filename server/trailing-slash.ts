import * as z from 'zod/mini'

/** For addresses that paths are put behind. */
export const withoutTrailingSlash = z.transform((text: string) => text.replace(/\/+$/, ''))
