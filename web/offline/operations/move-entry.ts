import type { EntryOf, OutboxRow } from '../store/outbox-rows.ts'
import { bySeq } from './entries.ts'

type Move = EntryOf<'surveyMoves.move'>

export function isMove(row: OutboxRow): row is Move {
  return row.endpoint === 'surveyMoves.move'
}

/** The version of its template that a move brings the survey to. */
export function movesTo(move: Move): string {
  return move.input.body.survey_template_id
}

/** The last of these that moves the survey: whatever is made behind it means the fields of that version. */
export function lastMove(rows: readonly OutboxRow[]): Move | undefined {
  return rows.filter(isMove).toSorted(bySeq).at(-1)
}
