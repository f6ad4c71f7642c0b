import { isStaged } from '../operations/open-upload.ts'
import { carriesPictures } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { SendingChoices } from '../store/sending-choices.ts'

/** Conditions that may hold an entry: the user's choices and the current network. */
export interface Sending extends SendingChoices {
  /** Sending now costs money. */
  readonly metered: boolean
}

/** `staged`: picked, before 'Upload' was pressed. */
export type Hold = 'wifi' | 'by-hand' | 'staged'

/** Returns why an entry isn't sent automatically on a working network, or null. */
export function heldBy(row: OutboxRow, { media, metered }: Sending): Hold | null {
  if (!carriesPictures(row) || row.released) return null
  if (isStaged(row)) return 'staged'
  if (media === 'by-hand') return 'by-hand'
  return media === 'wifi' && metered ? 'wifi' : null
}
