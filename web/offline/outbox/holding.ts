import type { OutboxRow } from '../store/rows.ts'
import type { SendingChoices } from './sending-choices.ts'

/** What an entry may be held by: the person's choices and the network as they are now. */
export interface Sending extends SendingChoices {
  /** What is sent now costs. */
  readonly metered: boolean
}

export type Hold = 'wifi' | 'by-hand'

/** Entries that bring a picture or a video with them; all others are a few kilobytes of text. */
const carriers = new Set(['media.upload', 'media.draw', 'plans.add'])

export function carriesPictures({ endpoint }: Pick<OutboxRow, 'endpoint'>): boolean {
  return carriers.has(endpoint)
}

/** Why an entry does not go by itself although there is a network; null = nothing holds it. */
export function heldBy(
  row: Pick<OutboxRow, 'endpoint' | 'released'>,
  { media, metered }: Sending,
): Hold | null {
  if (!carriesPictures(row) || row.released) return null
  if (media === 'by-hand') return 'by-hand'
  return media === 'wifi' && metered ? 'wifi' : null
}
