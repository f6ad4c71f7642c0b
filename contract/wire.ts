import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { oneLine } from './rules/one-line.ts'

/** A record's id. The product creates version 7; any UUID in canonical lower case is accepted. */
export const Id = z
  .string()
  .check(
    z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'common.invalid'),
  )

/** A random capability such as `link_share_id`: URL-safe base64. */
export const Capability = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/, 'common.invalid'))

/** ISO 8601. The product writes UTC with a Z; other clients also write +00:00 or their own offset. */
export const Instant = z.iso.datetime({ offset: true, error: 'common.invalid' })

/**
 * An object without unknown fields: a misspelled filter must not return everything, nor an ignored field seem
 * to work. Bodies that a device queues stay open, because an earlier version of the app may send more.
 */
export function exactly<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? 'common.unknownField' : undefined),
  })
}

/** Text of a search field. */
export const SearchText = z
  .string()
  .check(z.overwrite(oneLine), z.maxLength(limits.searchMax, 'common.invalid'))

export const countPattern = /^\d{1,9}$/

/** Whole numbers in a query string. */
export function countParam(fallback: number, min: number, max: number) {
  return z._default(
    z.pipe(
      z.string().check(z.regex(countPattern, 'common.invalid')),
      z.transform((text) => Math.min(max, Math.max(min, Number(text)))),
    ),
    fallback,
  )
}

/** `{ id, type, attributes }` of decisions §1. */
export function record<A extends z.core.$ZodType>(attributes: A) {
  return z.object({ id: z.string(), type: z.string(), attributes })
}

/** `{ data: { id, type, attributes } }`. */
export function single<A extends z.core.$ZodType>(attributes: A) {
  return z.object({ data: record(attributes) })
}

export const ListMeta = z.object({
  total_pages: z.number(),
  total_count: z.number(),
  current_page: z.number(),
})

/** `{ data: { message } }`, the reply of deletions and revocations. */
export const Done = z.object({ data: z.object({ message: z.string() }) })

/** The shape of every failure. */
export const Failed = z.object({ errors: z.array(z.record(z.string(), z.string())) })

/** Whether a body is no dry run. */
export function doesSomething(body: unknown): boolean {
  const said = z.safeParse(z.object({ dry_run: z.optional(z.unknown()) }), body).data?.dry_run
  return said !== true && said !== 'true'
}
