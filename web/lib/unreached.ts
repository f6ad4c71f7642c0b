import type { Failure } from './call.ts'
import { say } from './say.ts'

/** The server was not reached, or something else answered in its place. */
export function unreached(): Failure {
  const message = say('common.network')
  return { ok: false, status: 0, errors: [{ message }], message }
}
