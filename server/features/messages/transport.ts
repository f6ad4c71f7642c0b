import type { Selectable } from 'kysely'
import type { Message } from '#server/db/tables.ts'

export type MessageRow = Selectable<Message>
export type Channel = 'email' | 'sms'

/** One way to hand a message to a server that delivers it. */
export interface Transport {
  /** Returns the provider's id for the message; throws a SendFailure. */
  send(message: MessageRow): Promise<{ readonly providerId: string }>
}

/** A rejected message, with the reason. */
export class SendFailure extends Error {
  /** Sending the same again would be refused again. */
  readonly final: boolean
  constructor(reason: string, { final }: { readonly final: boolean }) {
    super(reason)
    this.final = final
  }
}

/** Only the ones that are set up. */
export type Transports = Readonly<Partial<Record<Channel, Transport>>>
