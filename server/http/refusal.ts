import type { FastifyError } from 'fastify'
import { isMessageKey } from '#contract/messages/catalogue.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'
import { failureOfConstraint } from '#server/db/constraints.ts'
import { isDiskFull, isUnavailable } from '#server/db/unavailable.ts'
import { StoreFull, StoreUnavailable } from '#server/files/store.ts'
import { type Failure, fail, Refused } from './failure.ts'

/** A broken rule: its path and the key of its message. */
interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** The unknown fields, if those are the broken rule. */
  readonly keys?: readonly string[]
}

/** Returns 422 with a line for each field that breaks a rule, or 400 if the shape is wrong. */
export function refusalOf(issues: readonly Issue[]): Failure {
  const lines = deduplicated(issues.flatMap(linesOf)).slice(0, 20)
  const withMessage = lines.flatMap(({ field, key }) => (isMessageKey(key) ? [{ field, key }] : []))
  const [first, ...others] = withMessage
  if (!first)
    return fail('request.malformed', {
      more: lines
        .slice(0, 5)
        .map(({ field }) => ({ [field]: fail('request.invalid').errors[0]?.message ?? '' })),
    })
  const more = others.map(
    ({ field, key }) => fail('request.invalid', { field, message: key }).errors[0] ?? {},
  )
  return fail('request.invalid', { field: first.field, message: first.key, more })
}

function linesOf({ path, message, keys }: Issue) {
  const fields = keys ? keys.map((key) => cut(oneLine(key), 100) || 'message') : [fieldOf(path)]
  return fields.map((field) => ({ field, key: message }))
}

/** Removes duplicate lines of a field. */
function deduplicated<Line extends { readonly field: string; readonly key: string }>(
  lines: readonly Line[],
): readonly Line[] {
  return [...new Map(lines.map((line) => [JSON.stringify([line.field, line.key]), line])).values()]
}

/** `data.attributes.email` → `email`; list positions are omitted. */
function fieldOf(path: readonly PropertyKey[]): string {
  const named = path.filter((part) => typeof part === 'string')
  return String(named.at(-1) ?? 'message')
}

/** Retryable: a timeout (statement, lock) or a lack of resources (open files, memory). */
const overloadCodes = ['57014', '40001', '40P01', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM']

function isOverloaded(error: unknown): boolean {
  return error instanceof Error && 'code' in error && overloadCodes.includes(String(error.code))
}

/** Whether the disk of the database or of the files is full. Only an operator can fix that. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isOwn = 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
  return isOwn || error instanceof StoreFull || isDiskFull(error) || isFull(error.cause)
}

/** Maps a thrown error to the failure sent to the caller; null for unexpected errors (500). */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof Refused) return error.failure
  const constraint = failureOfConstraint(error)
  if (constraint) return fail(constraint)
  if (isFull(error)) return fail('service.full', { retryAfter: 60 })
  if (isUnavailable(error) || error instanceof StoreUnavailable || isOverloaded(error))
    return fail('service.unavailable', { retryAfter: 5 })
  return failureOfFramework(error as Partial<FastifyError>)
}

function failureOfFramework(error: Partial<FastifyError>): Failure | null {
  const status = error.statusCode ?? 500
  if (status === 413) return fail('request.tooLarge')
  if (status === 404) return fail('request.notFound')
  if (status >= 400 && status < 500) return fail('request.malformed')
  return null
}
