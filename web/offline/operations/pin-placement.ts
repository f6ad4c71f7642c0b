import type { Edit } from '#survey/edit/edit.ts'
import type { EntryOf, OutboxRow } from '../store/outbox-rows.ts'
import type { Operation } from './operation.ts'
import { planChangeDefaults } from './plan-change.ts'

/** Places a sub-section on a floor plan, or removes it. */
export const pinPlacement: Operation<'plans.setPin'> = {
  ...planChangeDefaults,
  replay: { phase: 'plans', edits: (entry) => [pinEdit(entry)] },
  losses: () => [{ kind: 'pin' }],
}

function pinEdit({ input: { params, body } }: EntryOf<'plans.setPin'>): Edit {
  const { x, y, edited_at: at } = body
  const place = x === null || y === null ? null : { x, y }
  return { kind: 'set-pin', planId: params.id, subSectionId: params.sub_section_id, place, at }
}

export function isPinPlacement(row: OutboxRow): row is EntryOf<'plans.setPin'> {
  return row.endpoint === 'plans.setPin'
}
