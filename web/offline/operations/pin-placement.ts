import { setPin } from '#contract/plans.ts'
import type { Edit } from '#survey/edit/edit.ts'
import { call } from '#web/lib/call.ts'
import type { EntryOf } from '../store/outbox-rows.ts'
import { callOptions } from './call-options.ts'
import { parkWhole } from './entries.ts'
import { never, nothing, type Operation } from './operation.ts'
import { putPlan } from './plan-copy.ts'

/** Where a sub-section is on a floor plan, or that it is on it no more. */
export const pinPlacement: Operation<'plans.setPin'> = {
  endpoint: setPin,
  lane: 'media',
  carriesPictures: false,
  subject: ({ input }) => input.params.id,
  blocks: never,
  overtakes: (entry, held) => held.subject !== entry.input.params.id,
  collects: null,
  send: (entry, signal) => call(setPin, entry.input, callOptions(entry, signal)),
  // A plan that is gone has taken its pins with it.
  missingIsDone: true,
  reject: parkWhole,
  repliesWithPastState: false,
  endsSurvey: false,
  keepPictures: nothing,
  mayOrphanPictures: false,
  async acknowledge(entry, reply) {
    if (reply) await putPlan(entry, reply)
    return {}
  },
  replay: 'plans',
  edits: (entry) => [pinEdit(entry)],
  losses: () => [{ kind: 'pin' }],
}

function pinEdit({ input: { params, body } }: EntryOf<'plans.setPin'>): Edit {
  const { x, y, edited_at: at } = body
  const place = x === null || y === null ? null : { x, y }
  return { kind: 'set-pin', planId: params.id, subSectionId: params.sub_section_id, place, at }
}
