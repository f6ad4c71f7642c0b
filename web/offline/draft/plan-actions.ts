import type { PinPlace } from '#survey/plan.ts'
import { placeWithin } from '#survey/plans.ts'
import {
  type PickedPlan,
  recordPin,
  recordPlanName,
  recordPlanRemoval,
  recordPlans,
} from '../record/record-plan.ts'
import type { Draft } from './draft.ts'
import { storeEdit } from './draft-actions.ts'

/** false = the device could not keep them. */
export async function addPlans(draft: Draft, picked: readonly PickedPlan[]): Promise<boolean> {
  const done = await storeEdit(draft, () => recordPlans(draft.account, draft.survey.id, picked), true)
  // The work is worth something now: the browser is asked not to clear it away.
  if (done) void navigator.storage?.persist?.().catch(() => false)
  return done
}

export function renamePlan(draft: Draft, planId: string, name: string): void {
  const at = new Date().toISOString()
  draft.edit({ kind: 'rename-plan', planId, name, at }, () =>
    recordPlanName(draft.account, draft.survey.id, planId, name),
  )
}

export function removePlan(draft: Draft, planId: string): void {
  const at = new Date().toISOString()
  draft.edit({ kind: 'remove-plan', planId, at }, () =>
    recordPlanRemoval(draft.account, draft.survey.id, planId),
  )
}

/** Puts a pin, moves it, or takes it away (null). */
export function setPin(draft: Draft, planId: string, subSectionId: string, to: PinPlace | null): void {
  const place = to && placeWithin(to)
  const at = laterThan(draft, planId, subSectionId)
  const where = { survey: draft.survey.id, plan: planId, subSection: subSectionId }
  draft.edit({ kind: 'set-pin', planId, subSectionId, place, at }, () =>
    recordPin(draft.account, where, place, at),
  )
}

/** Now; behind the pin that is there also where two come within a millisecond, or this clock is slow. */
function laterThan({ survey }: Draft, planId: string, subSectionId: string): string {
  const plan = survey.plans.find(({ id }) => id === planId)
  const known = plan?.pins.find((pin) => pin.subSectionId === subSectionId)
  return new Date(Math.max(Date.now(), known ? Date.parse(known.editedAt) + 1 : 0)).toISOString()
}
