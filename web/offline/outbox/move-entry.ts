import type { InputOf } from '#contract/endpoint.ts'
import type { moveSurveys } from '#contract/survey-moves.ts'
import type { OutboxRow } from '../store/rows.ts'

/** The version of its template that the entry moves the survey to; null for entries about anything else. */
export function movesTo({ endpoint, input }: OutboxRow): string | null {
  return endpoint === 'surveyMoves.move'
    ? (input as InputOf<typeof moveSurveys>).body.survey_template_id
    : null
}

/** The last of these that moves the survey: whatever is made behind it means the fields of that version. */
export function lastMove(rows: readonly OutboxRow[]): OutboxRow | undefined {
  const moves = rows.filter((row) => movesTo(row) !== null)
  return moves.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0)).at(-1)
}
