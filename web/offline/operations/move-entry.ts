import type { EntryOf, OutboxRow } from '../store/outbox-rows.ts'
import { bySeq } from './entries.ts'

type Move = EntryOf<'surveyMoves.move'>

export function isMove(row: OutboxRow): row is Move {
  return row.endpoint === 'surveyMoves.move'
}

/** Returns the template version that the survey moves to. */
export function movesTo(move: Move): string {
  return move.input.body.survey_template_id
}

/** Returns the survey's last move. Later entries refer to the fields of its version. */
export function lastMove(rows: readonly OutboxRow[]): Move | undefined {
  return rows.filter(isMove).toSorted(bySeq).at(-1)
}
