import { isStaged } from '../operations/open-upload.ts'
import { carriesPictures } from '../operations/order.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { SendingChoices } from '../store/sending-choices.ts'

/** What may hold an entry: the user's choices and the network as they are now. */
export interface Sending extends SendingChoices {
  /** What is sent now costs. */
  readonly metered: boolean
}

/** `staged`: picked, and 'Upload' was not pressed yet. */
export type Hold = 'wifi' | 'by-hand' | 'staged'

/** Why an entry does not go by itself although there is a network; null = nothing holds it. */
export function heldBy(row: OutboxRow, { media, metered }: Sending): Hold | null {
  if (!carriesPictures(row) || row.released) return null
  if (isStaged(row)) return 'staged'
  if (media === 'by-hand') return 'by-hand'
  return media === 'wifi' && metered ? 'wifi' : null
}
