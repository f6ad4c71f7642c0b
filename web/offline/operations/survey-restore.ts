import { type Operation, operationDefaults } from './operation.ts'

/** Restores a deleted survey. */
export const surveyRestore: Operation<'surveys.restore'> = {
  ...operationDefaults,
  lane: 'structure',
  replay: null,
  losses: () => [{ kind: 'restored-survey' }],
}
