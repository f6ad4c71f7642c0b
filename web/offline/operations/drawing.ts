import { never, none, type Operation } from './operation.ts'

/** A drawing on a photo, with the marked picture. */
export const drawing: Operation<'media.draw'> = {
  lane: 'media',
  carriesPictures: true,
  subject: ({ input }) => input.body.user_survey_media_id,
  blocks: never,
  overtakes: never,
  collects: null,
  // It is no edit of the survey: `drawings` has it while it waits.
  replay: null,
  edits: none,
  losses: () => [{ kind: 'drawing' }],
}
