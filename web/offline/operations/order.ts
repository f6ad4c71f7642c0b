import { factsOf } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'
import { seqOf } from './entries.ts'
import { isStaged } from './open-upload.ts'
import type { Lane } from './operation.ts'
import { isKnownOperation, operationOf, withSubject } from './registry.ts'

/** Returns the entry's lane. Nothing overtakes an entry queued by a later app version. */
export function laneOf(row: OutboxRow): Lane {
  return isKnownOperation(row) ? operationOf(row).lane : 'structure'
}

/**
 * Whether an entry may be sent before an earlier one that this device holds back, e.g. pictures for days.
 * Requires that no earlier entry is being sent.
 */
export function mayOvertake(entry: OutboxRow, before: OutboxRow): boolean {
  if (laneOf(before) !== 'media' || !isKnownOperation(entry)) return false
  if (isStaged(before)) {
    const { adds, subject } = withSubject(entry)
    // The user may never upload the files. Only changes to them wait, and copies, which may be of them.
    return adds !== 'copies' && subject !== before.id
  }
  return operationOf(entry).overtakes(entry, withSubject(before))
}

/** Whether an earlier rejected entry must succeed before this one can. */
export function isBlocked(entry: OutboxRow, entries: readonly OutboxRow[]): boolean {
  const refused = entries.filter(
    (other) =>
      other.state === 'parked' &&
      other.survey === entry.survey &&
      seqOf(other) < seqOf(entry) &&
      isKnownOperation(other),
  )
  if (refused.length === 0) return false
  const later = withSubject(entry)
  return refused.some((other) => operationOf(other).blocks(other, later))
}

/** Returns the unsent entry that collects further changes of this sub-section, if any. */
export function collectingSave(
  rows: readonly OutboxRow[],
  survey: string,
  subSection: string,
): OutboxRow | undefined {
  const own = rows.filter((row) => row.survey === survey).toSorted((a, b) => seqOf(a) - seqOf(b))
  const last = own.findLast((row) => factsOf(row).collects === 'answers' && row.subSection === subSection)
  if (!last || last.input !== null || last.state === 'sending') return undefined
  const turn = own.findLast((row) => factsOf(row).closesSaves?.(row))
  return turn && seqOf(turn) > seqOf(last) ? undefined : last
}
