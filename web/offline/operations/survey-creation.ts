import { never, none, noSubject, type Operation } from './operation.ts'

/** A survey that was started on this device. */
export const surveyCreation: Operation<'surveys.create'> = {
  lane: 'structure',
  carriesPictures: false,
  subject: noSubject,
  blocks: () => true,
  overtakes: never,
  collects: null,
  // The device stores the whole survey at creation.
  replay: null,
  edits: none,
  losses: ({ input }) => [{ kind: 'survey', name: input.body?.survey_name ?? '' }],
}
