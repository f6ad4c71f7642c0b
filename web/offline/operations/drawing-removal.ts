import { type Operation, operationDefaults } from './operation.ts'

/** Removes a photo's drawing. */
export const drawingRemoval: Operation<'media.undraw'> = {
  ...operationDefaults,
  lane: 'media',
  subject: ({ input }) => input.query.user_survey_media_id,
  overtakes: (entry, held) =>
    held.adds !== 'copies' && held.subject !== entry.input.query.user_survey_media_id,
  // Not an edit of the survey: the row in `drawings` shows it until it is sent.
  replay: null,
  losses: () => [{ kind: 'removed-drawing' }],
}
