import type { OutboxRow } from '../store/outbox-rows.ts'
import { seqOf } from './entries.ts'
import { isStatus } from './header-entry.ts'
import { isMove } from './move-entry.ts'
import { isStaged } from './open-upload.ts'
import type { Lane } from './operation.ts'
import { isKnown, operationOf, withSubject } from './registry.ts'

/** What a later version of the app has queued is overtaken by nothing. */
export function laneOf(row: OutboxRow): Lane {
  return isKnown(row) ? operationOf(row).lane : 'structure'
}

export function carriesPictures(row: OutboxRow): boolean {
  return isKnown(row) && operationOf(row).carriesPictures
}

/** Whether its payload is made of answers or files, which are counted one by one. */
export function collects(row: OutboxRow): boolean {
  return isKnown(row) && operationOf(row).collects !== null
}

/**
 * Whether an entry may go while this one stays, which was made before it and which this device holds back: pictures
 * may stay for days. It goes only while nothing in front of it is on its way.
 */
export function mayOvertake(entry: OutboxRow, before: OutboxRow): boolean {
  if (laneOf(before) !== 'media' || !isKnown(entry)) return false
  // The user may never upload the files: only work on them waits, and copies, which may be of them.
  if (isStaged(before)) return entry.endpoint !== 'media.copy' && withSubject(entry).subject !== before.id
  return operationOf(entry).overtakes(entry, withSubject(before))
}

/** An entry that cannot succeed before a refused one in front of it does. */
export function isBlocked(entry: OutboxRow, entries: readonly OutboxRow[]): boolean {
  const refused = entries.filter(
    (other) =>
      other.state === 'parked' &&
      other.survey === entry.survey &&
      seqOf(other) < seqOf(entry) &&
      isKnown(other),
  )
  if (refused.length === 0) return false
  const later = withSubject(entry)
  return refused.some((other) => operationOf(other).blocks(other, later))
}

/** The entry into which another change of this sub-section goes, instead of making a new one. */
export function openSave(
  rows: readonly OutboxRow[],
  survey: string,
  subSection: string,
): OutboxRow | undefined {
  const own = rows.filter((row) => row.survey === survey).toSorted((a, b) => seqOf(a) - seqOf(b))
  const last = own.findLast((row) => row.endpoint === 'surveys.autoSave' && row.subSection === subSection)
  if (!last || last.input !== null || last.state === 'sending') return undefined
  // Behind a Submit begins a new time: what it checks must not change any more. Behind a move there are other fields.
  const turn = own.findLast((row) => isStatus(row) || isMove(row))
  return turn && seqOf(turn) > seqOf(last) ? undefined : last
}
