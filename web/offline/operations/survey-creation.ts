import type { EntryOf, OutboxRow } from '../store/outbox-rows.ts'
import { type Operation, operationDefaults } from './operation.ts'

/** A survey that was started on this device. */
export const surveyCreation: Operation<'surveys.create'> = {
  ...operationDefaults,
  lane: 'structure',
  blocks: () => true,
  // The device stores the whole survey at creation.
  replay: null,
  losses: ({ input }) => [{ kind: 'survey', name: input.body?.survey_name ?? '' }],
}

export function isCreation(row: OutboxRow): row is EntryOf<'surveys.create'> {
  return row.endpoint === 'surveys.create'
}
