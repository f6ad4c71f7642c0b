import * as z from 'zod/mini'

/** For addresses that paths are appended to. */
export const withoutTrailingSlash = z.transform((text: string) => text.replace(/\/+$/, ''))
