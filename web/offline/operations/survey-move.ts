import type { EntryOf, OutboxRow } from '../store/outbox-rows.ts'
import { bySeq } from './entries.ts'
import { type Operation, operationDefaults } from './operation.ts'

type Move = EntryOf<'surveyMoves.move'>

/** Moves the survey to another template version, which is on this device. */
export const surveyMove: Operation<'surveyMoves.move'> = {
  ...operationDefaults,
  lane: 'structure',
  // The whole survey is moved after the other edits (draft/load-survey.ts).
  replay: null,
  losses: () => [{ kind: 'move' }],
}

/** Returns the template version that the survey moves to. */
export function movesTo(move: Move): string {
  return move.input.body.survey_template_id
}

/** Returns the survey's last move. Later entries refer to the fields of its version. */
export function lastMove(rows: readonly OutboxRow[]): Move | undefined {
  return rows.filter(isMove).toSorted(bySeq).at(-1)
}

function isMove(row: OutboxRow): row is Move {
  return row.endpoint === 'surveyMoves.move'
}
