import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import { latestEnd } from '#server/db/clock.ts'

/** The holder of the calling session. */
export function holderOf({
  id,
  sessionId,
}: {
  readonly id: string
  readonly sessionId: string
}): SessionHolder {
  return { account: id, session: sessionId }
}

/** The resource and holder of a signed address. Rights are checked again at every use. */
export interface Ticket {
  readonly what: 'media' | 'report' | 'zip' | 'plan' | 'portrait' | 'attachment' | 'export'
  /**
   * Id of the photo, video, plan, attachment or export; of the survey for report and zip; of the account for its
   * portrait.
   */
  readonly subject: string
  readonly rendition: Rendition
  readonly holder: Holder
}

/**
 * The holder it was signed for: a session of an account, which it ends with, or a share link. The link is named
 * by an id that opens nothing (`share_link.holder_id`), since addresses leak.
 */
export type Holder = SessionHolder | { readonly link: string }

export interface SessionHolder {
  readonly account: string
  readonly session: string
}

/** 'unmarked': the view of a photo without its drawing, for its owner only. */
export const renditions = [
  'original',
  'view',
  'report',
  'thumb',
  'guest',
  'poster',
  'none',
  'unmarked',
] as const
export type Rendition = (typeof renditions)[number]

const whats = ['media', 'report', 'zip', 'plan', 'portrait', 'attachment', 'export'] as const
const macLength = 16
const bodyLength = 55
const noSession = Buffer.alloc(16)

/**
 * Returns 71 bytes, url-safe: kind, rendition, subject, holder, session, expiry in seconds, HMAC-SHA256 cut to
 * 128 bits. The expiry is rounded so that an address stays the same, and cached, for half of its life.
 */
export function signTicket(key: Buffer, ticket: Ticket, now: Date): string {
  const half = limits.ticketLife / 2
  const expires = (Math.floor(now.getTime() / half) + 2) * half
  const body = Buffer.alloc(bodyLength)
  body.writeUInt8(whats.indexOf(ticket.what), 0)
  body.writeUInt8(renditions.indexOf(ticket.rendition), 1)
  idBytes(ticket.subject).copy(body, 2)
  const isLink = 'link' in ticket.holder
  body.writeUInt8(isLink ? 1 : 0, 18)
  const { holder } = ticket
  idBytes('link' in holder ? holder.link : holder.account).copy(body, 19)
  const session = 'link' in holder ? noSession : idBytes(holder.session)
  session.copy(body, 35)
  body.writeUInt32BE(Math.floor(expires / 1000), 51)
  return Buffer.concat([body, mac(key, body)]).toString('base64url')
}

/** Returns the ticket, 'expired' if it was valid before, or null if it is invalid. */
export function readTicket(
  key: Buffer,
  what: Ticket['what'],
  text: string,
  now: Date,
): Ticket | 'expired' | null {
  const opened = openTicket(key, text)
  if (opened?.ticket.what !== what) return null
  // A ticket valid for longer than the maximum was signed by a fast clock.
  const isOver =
    opened.expires <= now.getTime() || opened.expires > latestEnd(now, limits.ticketLife).getTime()
  return isOver ? 'expired' : opened.ticket
}

/** Returns the ticket renewed for the calling session if it belongs to this account; otherwise unchanged. */
export function renewTicket(key: Buffer, holder: SessionHolder, text: string, now: Date): string {
  const ticket = openTicket(key, text)?.ticket
  if (!ticket || 'link' in ticket.holder || ticket.holder.account !== holder.account) return text
  return signTicket(key, { ...ticket, holder }, now)
}

function openTicket(key: Buffer, text: string): { ticket: Ticket; expires: number } | null {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== bodyLength + macLength) return null
  const body = bytes.subarray(0, bodyLength)
  if (!timingSafeEqual(bytes.subarray(bodyLength), mac(key, body))) return null
  const what = whats[body.readUInt8(0)]
  const rendition = renditions[body.readUInt8(1)]
  if (!what || !rendition) return null
  const id = idText(body.subarray(19, 35))
  const holder =
    body.readUInt8(18) === 1 ? { link: id } : { account: id, session: idText(body.subarray(35, 51)) }
  return {
    ticket: { what, subject: idText(body.subarray(2, 18)), rendition, holder },
    expires: body.readUInt32BE(51) * 1000,
  }
}

function mac(key: Buffer, body: Buffer): Buffer {
  return createHmac('sha256', key).update(body).digest().subarray(0, macLength)
}

function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

function idText(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
