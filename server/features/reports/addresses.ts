import type { Context } from '#server/context.ts'
import { type MediaRow, versionOf } from '#server/features/surveys/media-items.ts'
import { type Holder, type Rendition, signTicket } from '#server/http/ticket.ts'
import { isGuest } from './policy.ts'

/** The holder and time that addresses are signed for. */
export interface Reader {
  readonly holder: Holder
  readonly key: Buffer
  readonly now: Date
  /** Whether this server makes copies of videos for guests. */
  readonly makesCopies: boolean
}

export function readerOf({ ticketKey, tools }: Context, holder: Holder, now: Date): Reader {
  return { holder, key: ticketKey, now, makesCopies: tools.makesCopies }
}

type Addressed = Pick<MediaRow, 'id' | 'shapes' | 'drawnAt'>

/** Returns a path without a host, so that it works under every name of the server. */
export function mediaAddress({ holder, key, now }: Reader, media: Addressed, rendition: Rendition): string {
  const ticket = signTicket(key, { what: 'media', subject: media.id, rendition, holder }, now)
  return `/api/files/media/${ticket}${isGuest(holder) ? '' : versionOf(media)}`
}

export function planAddress({ holder, key, now }: Reader, planId: string, rendition: Rendition): string {
  return `/api/files/plan/${signTicket(key, { what: 'plan', subject: planId, rendition, holder }, now)}`
}

export function pdfAddress({ holder, key, now }: Reader, surveyId: string): string {
  return `/api/files/report/${signTicket(key, { what: 'report', subject: surveyId, rendition: 'none', holder }, now)}`
}

export function zipAddress({ holder, key, now }: Reader, surveyId: string): string {
  return `/api/files/zip/${signTicket(key, { what: 'zip', subject: surveyId, rendition: 'none', holder }, now)}`
}
