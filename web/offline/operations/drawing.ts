import { never, none, type Operation } from './operation.ts'

/** A drawing on a photo, with the marked picture. */
export const drawing: Operation<'media.draw'> = {
  lane: 'media',
  carriesPictures: true,
  subject: ({ input }) => input.body.user_survey_media_id,
  blocks: never,
  overtakes: never,
  collects: null,
  // Not an edit of the survey: the row in `drawings` shows it until it is sent.
  replay: null,
  edits: none,
  losses: () => [{ kind: 'drawing' }],
}
