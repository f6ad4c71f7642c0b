import { bySeq } from '../operations/entries.ts'
import { carriesPictures, isBlocked, laneOf, mayOvertake } from '../operations/order.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { heldBy, type Sending } from './send-policy.ts'

/** However long a server, or what stands in front of it, asks to wait. */
export const longestWait = 5 * 60_000

const anytime: Sending = { media: 'always', textFirst: true, metered: false }

/**
 * What can go now, surveys side by side: of each the first entry in the order of making, and what may pass it
 * (`operations/order.ts`). With text first, pictures wait until nothing else can go or is on its way. `flying`: ids of what is on its way.
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

/** The moment when the next pause is over; null = nothing pauses. What waits for something else is woken by it. */
export function nextPauseEnds(rows: readonly OutboxRow[], now: number): number | null {
  const later = rows.filter((row) => row.state !== 'parked' && pauses(row, now)).map(({ nextAt }) => nextAt)
  return later.length > 0 ? Math.min(...later) : null
}

/** A moment that lies further ahead than any pause was set by a clock that has been put back since. */
function pauses({ nextAt }: OutboxRow, now: number): boolean {
  return nextAt > now && nextAt <= now + longestWait
}

function nextOf(
  entries: readonly OutboxRow[],
  sending: Sending,
  flying: ReadonlySet<string>,
): readonly OutboxRow[] {
  const open = mayGo(entries)
  // Its answer tells a section, or the survey, as it is at that moment: nothing else may change it meanwhile.
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
  // What was put in front of an entry that is on its way waits until that has come back.
  return open.some((entry) => flying.has(entry.id) && !next.includes(entry)) ? [] : next
}

/** What is neither refused nor waits for something refused. */
export function mayGo(entries: readonly OutboxRow[]): readonly OutboxRow[] {
  // Few are, and a day's queue is long.
  const refused = entries.filter(({ state }) => state === 'parked')
  return entries.filter((entry) => entry.state !== 'parked' && !isBlocked(entry, refused))
}
