import type { Failure } from './call.ts'
import { errorsOf } from './receipt.ts'
import { say } from './say.ts'

/** The server was not reached, or something else answered in its place. */
export function unreached(): Failure {
  const message = say('common.network')
  return { ok: false, status: 0, errors: [{ message }], message }
}

/** A refusal in the server's words. `body` is what was read of it as JSON, `retryAfter` the header of that name. */
export function failureOf(status: number, body: unknown, retryAfter: string | null | undefined): Failure {
  const errors = errorsOf(body)
  const wait = Number(retryAfter)
  const message = (errors[0] && Object.values(errors[0])[0]) ?? say('common.network')
  return { ok: false, status, errors, message, ...(wait > 0 ? { retryAfter: wait } : {}) }
}
