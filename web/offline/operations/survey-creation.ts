import { never, none, noSubject, type Operation } from './operation.ts'

/** A survey that was begun on this device. */
export const surveyCreation: Operation<'surveys.create'> = {
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: () => true,
  overtakes: never,
  collects: null,
  // The device has had it whole since it was begun.
  replay: null,
  edits: none,
  losses: ({ input }) => [{ kind: 'survey', name: input.body?.survey_name ?? '' }],
}
