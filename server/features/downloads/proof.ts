import type { Context, Db } from '#server/context.ts'
import { identifyGuest } from '#server/features/sharing/identify.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { readTicket, type Ticket } from '#server/http/ticket.ts'
import type { Proven } from './policy.ts'

interface Use {
  readonly db: Db
  readonly context: Context
  readonly now: Date
  readonly params: { readonly ticket: string }
}

/** A ticket is proven at every use: its seal, its time, and that the link it was made for is still live. */
export async function proveTicket(
  { db, context, now, params }: Use,
  what: Ticket['what'],
): Promise<{ ticket: Ticket; proven: Proven } | Failure<'ticket.expired' | 'request.notFound'>> {
  const ticket = readTicket(context.ticketKey, what, params.ticket, now)
  if (ticket === null) return fail('request.notFound')
  if (ticket === 'expired') return fail('ticket.expired')
  const { holder } = ticket
  if ('account' in holder) return { ticket, proven: { account: holder.account } }
  const guest = await identifyGuest(db, holder.link, now)
  if (guest === null) return fail('request.notFound')
  return guest === 'expired' ? fail('ticket.expired') : { ticket, proven: { linkOf: guest.surveyId } }
}
