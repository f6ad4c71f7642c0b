import { never, none, type Operation } from './operation.ts'

/** Takes a drawing off its photo. */
export const drawingRemoval: Operation<'media.undraw'> = {
  lane: 'media',
  carriesPictures: false,
  subject: ({ input }) => input.query.user_survey_media_id,
  blocks: never,
  overtakes: (entry, held) =>
    held.entry.endpoint !== 'media.copy' && held.subject !== entry.input.query.user_survey_media_id,
  collects: null,
  // It is no edit of the survey: `drawings` has it while it waits.
  replay: null,
  edits: none,
  losses: () => [{ kind: 'removed-drawing' }],
}
