import type { Failure } from '#web/lib/http/call.ts'
import type { OperationName, OperationReply } from '../store/outbox-rows.ts'

/** Result of sending an entry. `reply` is null if the requested state already existed. */
export type SendResult<Name extends OperationName = OperationName> =
  | { readonly ok: true; readonly reply: OperationReply<Name> | null }
  | Failure
