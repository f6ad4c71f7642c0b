import type { EntryOf, OutboxRow } from '../store/outbox-rows.ts'
import { type Operation, operationDefaults } from './operation.ts'

/** A drawing on a photo, with the marked picture. */
export const drawing: Operation<'media.draw'> = {
  ...operationDefaults,
  lane: 'media',
  subject: ({ input }) => input.body.user_survey_media_id,
  // It names the upload of its photo.
  needsSubject: true,
  // Not an edit of the survey: the row in `drawings` shows it until it is sent.
  replay: null,
  losses: () => [{ kind: 'drawing' }],
}

export function isDrawing(row: OutboxRow): row is EntryOf<'media.draw'> {
  return row.endpoint === 'media.draw'
}
