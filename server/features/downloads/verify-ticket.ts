import type { Context, Db } from '#server/context.ts'
import { readerOfSession } from '#server/features/accounts/sessions/identify.ts'
import { identifyHolder } from '#server/features/sharing/identify.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import { type Holder, readTicket, type Ticket } from '#server/http/ticket.ts'
import type { TicketAccess } from './policy.ts'

interface Use {
  readonly db: Db
  readonly context: Context
  readonly now: Date
  readonly params: { readonly ticket: string }
}

export interface VerifiedTicket {
  readonly ticket: Ticket
  readonly proven: TicketAccess
  /** Checked again while the response is being sent. */
  readonly isAuthorized: () => Promise<boolean>
}

/**
 * A ticket is checked at every use: its seal, its time, and that the session or link it was made for is still
 * valid.
 */
export async function verifyTicket(
  { db, context, now, params }: Use,
  what: Ticket['what'],
): Promise<VerifiedTicket | Failure<'ticket.expired' | 'request.notFound'>> {
  const ticket = readTicket(context.ticketKey, what, params.ticket, now)
  if (ticket === null) return fail('request.notFound')
  if (ticket === 'expired') return fail('ticket.expired')
  const proven = await proveHolder({ db, context, now }, ticket.holder)
  if (proven === null) return fail('request.notFound')
  if (proven === 'over') return fail('ticket.expired')
  return { ticket, proven, isAuthorized: () => isHolderValid(context, ticket.holder) }
}

/** Returns whether the session or link is still valid. */
export async function isHolderValid(context: Context, holder: Holder): Promise<boolean> {
  return isProven(await proveHolder({ db: context.db, context, now: context.clock() }, holder))
}

function isProven(proven: TicketAccess | 'over' | null): proven is TicketAccess {
  return proven !== null && proven !== 'over'
}

/**
 * Returns the holder's current access, 'over' if the session or link has ended, or null if the link never
 * existed.
 */
async function proveHolder(
  { db, context, now }: Omit<Use, 'params'>,
  holder: Holder,
): Promise<TicketAccess | 'over' | null> {
  if ('link' in holder) {
    const guest = await identifyHolder(db, holder.link, now)
    if (guest === 'expired') return 'over'
    return guest && { linkOf: guest.surveyId }
  }
  const reader = await readerOfSession({ db, context }, now, holder)
  return reader ? { reader } : 'over'
}
