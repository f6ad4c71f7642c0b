import type { MovePlan as PlanWire } from '#contract/survey-moves.ts'
import type { EarlierLine } from '#survey/move/earlier-lines.ts'
import type { MovePlan } from '#survey/move/plan.ts'
import type { MoveRow } from './data.ts'
import { undoUntil } from './policy.ts'

export function presentPlan(plan: MovePlan, mayRead: boolean): PlanWire {
  return {
    kept: plan.kept,
    moved: plan.moved.length,
    back: plan.back.length,
    earlier: plan.earlier.length,
    not_offered: plan.notOffered.length,
    added: plan.added.map(({ section, field, mandatory, isNew }) => ({
      ...{ section_name: section, field_name: field, is_mandatory: mandatory, is_new: isNew },
    })),
    answers: mayRead ? answersOf(plan) : null,
  }
}

function answersOf(plan: MovePlan): PlanWire['answers'] {
  return {
    moved: plan.moved.map(({ id, field, from, to }) => ({ id, field_name: field, from, to })),
    back: plan.back.map(lineOf),
    earlier: plan.earlier.map(lineOf),
    not_offered: plan.notOffered.map(({ id, section, field, options }) => ({
      ...{ id, section_name: section, field_name: field, options: [...options] },
    })),
  }
}

function lineOf(line: EarlierLine) {
  const videos = line.media.filter(({ kind }) => kind === 'video').length
  return {
    id: line.id,
    section_name: line.section,
    sub_section_name: line.subSection,
    field_name: line.field,
    field_type: line.type,
    field_value: line.value,
    photos: line.media.length - videos,
    videos,
  }
}

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
