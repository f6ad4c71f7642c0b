import { carriesPictures } from '../operations/order.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { SendingChoices } from '../store/sending-choices.ts'

/** What an entry may be held by: the person's choices and the network as they are now. */
export interface Sending extends SendingChoices {
  /** What is sent now costs. */
  readonly metered: boolean
}

export type Hold = 'wifi' | 'by-hand'

/** Why an entry does not go by itself although there is a network; null = nothing holds it. */
export function heldBy(row: OutboxRow, { media, metered }: Sending): Hold | null {
  if (!carriesPictures(row) || row.released) return null
  if (media === 'by-hand') return 'by-hand'
  return media === 'wifi' && metered ? 'wifi' : null
}
