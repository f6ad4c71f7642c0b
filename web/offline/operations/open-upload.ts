import type { OutboxRow } from '../store/outbox-rows.ts'

/** So long an upload waits for the next shot of the camera, unless somebody says that it is the last. */
export const pauseForShots = 45_000

/** The upload of this answer that waits for more shots. */
export function openUpload(rows: readonly OutboxRow[], answer: string): OutboxRow | undefined {
  return rows.findLast((row) => row.answer === answer && gathersShots(row))
}

/** The upload of this answer whose files were picked and not uploaded yet. */
export function stagedUpload(rows: readonly OutboxRow[], answer: string): OutboxRow | undefined {
  return rows.findLast((row) => row.answer === answer && isStaged(row))
}

/** Picked on a wide screen, and 'Upload' was not pressed yet. An exported bundle freezes it, and it counts as uploaded. */
export function isStaged(row: OutboxRow): boolean {
  return row.staged === true && row.state === 'waiting' && row.input === null
}

/**
 * An upload that waits for more shots: nothing of it was sealed, tried or carried elsewhere. Its pause is none after a
 * failure: a page that comes back from the camera, which looks like one that comes back at all, leaves it.
 */
export function gathersShots(row: OutboxRow): boolean {
  return (
    row.endpoint === 'media.upload' &&
    row.state === 'waiting' &&
    row.input === null &&
    row.attempts === 0 &&
    row.parcel === undefined &&
    // Whoever says that it may go, or that everything may, takes its pause away.
    row.nextAt > 0
  )
}
