import { factsOf } from '../store/operation-facts.ts'
import type { OutboxRow } from '../store/outbox-rows.ts'

/** Milliseconds that an upload waits for the camera's next shot, unless it is released earlier. */
export const pauseForShots = 45_000

/** Returns the answer's upload that waits for more shots. */
export function openUpload(rows: readonly OutboxRow[], answer: string): OutboxRow | undefined {
  return rows.findLast((row) => row.answer === answer && collectsShots(row))
}

/** Returns the answer's upload whose files were picked but not uploaded yet. */
export function stagedUpload(rows: readonly OutboxRow[], answer: string): OutboxRow | undefined {
  return rows.findLast((row) => row.answer === answer && isStaged(row))
}

/**
 * Files picked on a wide screen before 'Upload' is pressed. An exported bundle freezes the entry, which
 * counts as uploading.
 */
export function isStaged(row: OutboxRow): boolean {
  return row.staged === true && row.state === 'waiting' && row.input === null
}

/**
 * Whether an upload waits for more shots: not frozen, tried or carried elsewhere. Its pause is not a
 * failure's, so a page that returns (perhaps from the camera) doesn't end it.
 */
export function collectsShots(row: OutboxRow): boolean {
  return (
    factsOf(row).collects === 'files' &&
    row.state === 'waiting' &&
    row.input === null &&
    row.attempts === 0 &&
    row.parcel === undefined &&
    // Releasing the upload removes the pause.
    row.nextAt > 0
  )
}
