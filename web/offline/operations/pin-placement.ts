import type { Edit } from '#survey/edit/edit.ts'
import type { EntryOf } from '../store/outbox-rows.ts'
import { never, type Operation } from './operation.ts'

/** Places a sub-section on a floor plan, or removes it. */
export const pinPlacement: Operation<'plans.setPin'> = {
  lane: 'media',
  carriesPictures: false,
  subject: ({ input }) => input.params.id,
  blocks: never,
  overtakes: (entry, held) => held.subject !== entry.input.params.id,
  collects: null,
  replay: 'plans',
  edits: (entry) => [pinEdit(entry)],
  losses: () => [{ kind: 'pin' }],
}

function pinEdit({ input: { params, body } }: EntryOf<'plans.setPin'>): Edit {
  const { x, y, edited_at: at } = body
  const place = x === null || y === null ? null : { x, y }
  return { kind: 'set-pin', planId: params.id, subSectionId: params.sub_section_id, place, at }
}
