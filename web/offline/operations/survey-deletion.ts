import { type Operation, operationDefaults } from './operation.ts'

/** Deletes a survey, after all of its other entries, so that a restored survey has everything. */
export const surveyDeletion: Operation<'surveys.delete'> = {
  ...operationDefaults,
  lane: 'structure',
  replay: null,
  losses: () => [{ kind: 'removed-survey' }],
}
