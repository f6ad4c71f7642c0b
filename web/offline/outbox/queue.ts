import { bySeq } from '../operations/entries.ts'
import { isStaged } from '../operations/open-upload.ts'
import { isBlocked, laneOf, mayOvertake } from '../operations/registry.ts'
import { carriesPictures } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import type { SendingChoices } from '../store/sending-choices.ts'

/** Milliseconds. Upper limit for a wait that a server or proxy asks for. */
export const longestWait = 5 * 60_000

const anytime: Sending = { media: 'always', textFirst: true, metered: false }

/**
 * Returns the entries to send now. Surveys run in parallel; of each, the first entry in order, and entries
 * that may overtake it (`operations/registry.ts`). With text first, pictures wait until nothing else is due or
 * in flight. `flying`: ids in flight.
 */
export function dueEntries(
  rows: readonly OutboxRow[],
  now: number,
  sending = anytime,
  flying: ReadonlySet<string> = new Set(),
): readonly OutboxRow[] {
  const bySurvey = Map.groupBy([...rows].sort(bySeq), ({ survey }) => survey)
  const due = [...bySurvey.values()]
    .flatMap((entries) => nextOf(entries, sending, flying))
    .filter((entry) => !pauses(entry, now) && heldBy(entry, sending) === null)
  const textGoes = sending.textFirst && due.some((entry) => !carriesPictures(entry))
  return due.filter((entry) => !flying.has(entry.id) && !(textGoes && carriesPictures(entry)))
}

/** Returns when the next pause ends, or null. Entries that wait for something else are woken by it. */
export function nextPauseEnds(rows: readonly OutboxRow[], now: number): number | null {
  const later = rows.filter((row) => row.state !== 'parked' && pauses(row, now)).map(({ nextAt }) => nextAt)
  return later.length > 0 ? Math.min(...later) : null
}

/** Whether the entry is paused. A time further ahead than any pause was set before the clock was set back. */
function pauses({ nextAt }: OutboxRow, now: number): boolean {
  return nextAt > now && nextAt <= now + longestWait
}

function nextOf(
  entries: readonly OutboxRow[],
  sending: Sending,
  flying: ReadonlySet<string>,
): readonly OutboxRow[] {
  const open = sendableEntries(entries)
  // Its reply contains a section or survey, so nothing else may change it meanwhile.
  const alone = open.find((entry) => flying.has(entry.id) && laneOf(entry) === 'structure')
  if (alone) return [alone]
  const front: OutboxRow[] = []
  const next: OutboxRow[] = []
  const stays = (entry: OutboxRow) =>
    !flying.has(entry.id) && (!next.includes(entry) || heldBy(entry, sending) !== null)
  for (const entry of open) {
    const [first] = front
    const isFree =
      laneOf(entry) === 'answers' && (sending.textFirst || (first && heldBy(first, sending) !== null))
    if (!first || isFree || front.every((before) => stays(before) && mayOvertake(entry, before)))
      next.push(entry)
    front.push(entry)
    if (laneOf(entry) !== 'media') break
  }
  // Entries inserted before one in flight wait for its reply.
  return open.some((entry) => flying.has(entry.id) && !next.includes(entry)) ? [] : next
}

/** Returns entries that are neither rejected nor blocked by a rejected one. */
export function sendableEntries(entries: readonly OutboxRow[]): readonly OutboxRow[] {
  // Few are rejected, but a day's queue is long.
  const refused = entries.filter(({ state }) => state === 'parked')
  return entries.filter((entry) => entry.state !== 'parked' && !isBlocked(entry, refused))
}

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
