import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'
import { type Failure, Refused } from './failure.ts'
import { refusalOf } from './refusal.ts'

/** A body with more values than this reports only its first issue. */
const reportsAllUpTo = 5_000

/** Stops Zod at the first issue. An internal option that `safeParse` does not document. */
const early: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true }

export function parseToFirstIssue<S extends z.core.$ZodType>(schema: S, given: unknown) {
  return z.safeParse(schema, given, early)
}

/** Whether the value contains more than `most` values, counting lists, objects and their contents. */
function hasMoreThan(most: number, given: unknown): boolean {
  const waiting: unknown[] = [given]
  for (let count = 1; waiting.length > 0; count += 1) {
    const one = waiting.pop()
    const inner = typeof one === 'object' && one !== null ? Object.values(one) : []
    if (count + waiting.length + inner.length > most) return true
    for (const value of inner) waiting.push(value)
  }
  return false
}

/**
 * Parses a value, reporting all issues of a small body and the first issue of a large one. Zod copies each
 * issue on its way up, so that a million wrong values would block the event loop for a minute.
 */
export function parseBounded<S extends Schema>(
  schema: S,
  given: unknown,
): { readonly data: z.output<S> } | { readonly failure: Failure } {
  const first = parseToFirstIssue(schema, given)
  if (first.success) return { data: first.data }
  const all = hasMoreThan(reportsAllUpTo, given) ? first : z.safeParse(schema, given)
  return { failure: refusalOf((all.error ?? first.error).issues) }
}

/** Validator for Fastify bodies, queries and parameters. */
export const boundedValidator: FastifySchemaCompiler<Schema> =
  ({ schema }) =>
  (given: unknown) => {
    const parsed = parseBounded(schema, given)
    return 'data' in parsed ? { value: parsed.data } : { error: new Refused(parsed.failure) }
  }
