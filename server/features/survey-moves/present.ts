import type { MoveRow } from './data.ts'
import { undoUntil } from './policy.ts'

/** `versions` by template. */
export function presentMove(move: MoveRow, all: readonly MoveRow[], versions: ReadonlyMap<string, number>) {
  return {
    id: move.id,
    type: 'survey_move',
    attributes: {
      survey_id: move.survey_id,
      from_template_id: move.from_template_id,
      from_version: versions.get(move.from_template_id) ?? 0,
      to_template_id: move.to_template_id,
      to_version: versions.get(move.to_template_id) ?? 0,
      moved_at: move.moved_at.toISOString(),
      moved_by: move.mover,
      undo_until: undoUntil(move, all)?.toISOString() ?? null,
      undone_at: move.undone_at?.toISOString() ?? null,
    },
  }
}
