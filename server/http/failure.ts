import { type FailureCode, failures } from '#contract/failure.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { type MessageValues, t } from '#contract/messages/translate.ts'

/** An expected failure. Handlers return it; the adapter rolls back and sends it. */
export class Failure<C extends FailureCode = FailureCode> {
  readonly code: C
  readonly errors: readonly Record<string, string>[]
  readonly retryAfter: number | null

  constructor(code: C, errors: readonly Record<string, string>[], retryAfter: number | null = null) {
    this.code = code
    this.errors = errors
    this.retryAfter = retryAfter
  }

  get status(): number {
    return failures[this.code].status
  }
}

interface Details {
  readonly values?: MessageValues
  /** Replaces the code's own field. */
  readonly field?: string
  /** Replaces the code's own message. */
  readonly message?: MessageKey
  /** Additional entries of `errors`, after the main one. */
  readonly more?: readonly Record<string, string>[]
  readonly retryAfter?: number
}

export function fail<C extends FailureCode>(code: C, details: Details = {}): Failure<C> {
  const kind = failures[code]
  const field = details.field ?? kind.field
  const text = t(details.message ?? kind.message, details.values)
  return new Failure(code, [{ [field]: text }, ...(details.more ?? [])], details.retryAfter ?? null)
}

/** Carries a Failure out of a transaction so that it rolls back. */
export class Refused extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.code)
    this.failure = failure
  }
}
