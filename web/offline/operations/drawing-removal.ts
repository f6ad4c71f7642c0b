import { never, none, type Operation } from './operation.ts'

/** Removes a photo's drawing. */
export const drawingRemoval: Operation<'media.undraw'> = {
  lane: 'media',
  carriesPictures: false,
  subject: ({ input }) => input.query.user_survey_media_id,
  blocks: never,
  overtakes: (entry, held) =>
    held.entry.endpoint !== 'media.copy' && held.subject !== entry.input.query.user_survey_media_id,
  collects: null,
  // Not an edit of the survey: the row in `drawings` shows it until it is sent.
  replay: null,
  edits: none,
  losses: () => [{ kind: 'removed-drawing' }],
}
