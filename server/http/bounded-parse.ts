import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'
import { type Failure, Refused } from './failure.ts'
import { refusalOf } from './refusal.ts'

/** Of a body with more values than these only the first that is wrong is told. */
const toldWhole = 5_000

/** The library ends with the first issue by this; it is not among what `safeParse` is described to take. */
const early: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true }

export function parseToFirstIssue<S extends z.core.$ZodType>(schema: S, given: unknown) {
  return z.safeParse(schema, given, early)
}

/** Whether there are more values in it than that: lists, objects and what is in them. */
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
 * Each value that is wrong makes an issue, which is copied on its way up: a body of a million wrong ones would hold up
 * everybody for a minute. So it ends with the first; all are told of what is small.
 */
export function parseBounded<S extends Schema>(
  schema: S,
  given: unknown,
): { readonly data: z.output<S> } | { readonly failure: Failure } {
  const first = parseToFirstIssue(schema, given)
  if (first.success) return { data: first.data }
  const all = hasMoreThan(toldWhole, given) ? first : z.safeParse(schema, given)
  return { failure: refusalOf((all.error ?? first.error).issues) }
}

/** For Fastify: bodies, queries and parameters. */
export const boundedValidator: FastifySchemaCompiler<Schema> =
  ({ schema }) =>
  (given: unknown) => {
    const parsed = parseBounded(schema, given)
    return 'data' in parsed ? { value: parsed.data } : { error: new Refused(parsed.failure) }
  }
