import { newEntry } from '#web/offline/operations/entries.ts'
import type { EntryFields, FrozenEntry, OperationName } from '#web/offline/store/outbox-rows.ts'

interface AnyEntry extends Partial<EntryFields> {
  readonly survey: string
  readonly endpoint: string
  readonly input: unknown
}

/** Returns an outbox entry of an unknown operation, or with missing properties. */
export function anyEntry(account: string, given: AnyEntry): FrozenEntry<OperationName> {
  return newEntry(account, given as never) as FrozenEntry<OperationName>
}

/** Returns a partial reply for a test. */
export function partialReply(reply: unknown): never {
  return reply as never
}
