import { newEntry } from '#web/offline/operations/entries.ts'
import type { EntryFields, FrozenEntry, OperationName } from '#web/offline/store/outbox-rows.ts'

interface AnyEntry extends Partial<EntryFields> {
  readonly survey: string
  readonly endpoint: string
  readonly input: unknown
}

/** An entry as it may lie in a store: of operations that this app does not know, and with less in it than is sent. */
export function anyEntry(account: string, given: AnyEntry): FrozenEntry<OperationName> {
  return newEntry(account, given as never) as FrozenEntry<OperationName>
}

/** A reply with only what the test is about. */
export function partialReply(reply: unknown): never {
  return reply as never
}
