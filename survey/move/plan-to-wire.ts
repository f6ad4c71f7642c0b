import type { MovePlan as PlanWire } from '#contract/surveys/survey-moves.ts'
import type { EarlierLine } from './earlier-lines.ts'
import type { MovePlan } from './move-plan.ts'

/**
 * Converts a move plan to its wire form, on server and device. Includes answers only if the caller may read
 * them.
 */
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
