import type { Failure } from '#web/lib/http/call.ts'
import type { OperationName, OperationReply } from '../store/outbox-rows.ts'

/** How sending an entry has ended. `reply` null = what was asked for is so already, and nothing is told of it. */
export type Sent<Name extends OperationName = OperationName> =
  | { readonly ok: true; readonly reply: OperationReply<Name> | null }
  | Failure
