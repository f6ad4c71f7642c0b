import { type Operation, operationDefaults } from './operation.ts'

/** Deletes a deleted survey permanently before its thirty days are over. */
export const finalDeletion: Operation<'surveys.deleteForGood'> = {
  ...operationDefaults,
  lane: 'structure',
  replay: null,
  losses: () => [{ kind: 'removed-survey' }],
}
