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

/** Adds floor plans. Returns false if storing failed. */
export async function addPlans(draft: Draft, picked: readonly PickedPlan[]): Promise<boolean> {
  const done = await storeEdit(draft, () => recordPlans(draft.account, draft.survey.id, picked), true)
  // Ask the browser for persistent storage, now that there is work to lose.
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

/** Places or moves a pin; null removes it. */
export function setPin(draft: Draft, planId: string, subSectionId: string, to: PinPlace | null): void {
  const place = to && placeWithin(to)
  const at = laterThan(draft, planId, subSectionId)
  const where = { survey: draft.survey.id, plan: planId, subSection: subSectionId }
  draft.edit({ kind: 'set-pin', planId, subSectionId, place, at }, () =>
    recordPin(draft.account, where, place, at),
  )
}

/** Returns the current time, but always later than the pin's, even if this clock is slow. */
function laterThan({ survey }: Draft, planId: string, subSectionId: string): string {
  const plan = survey.plans.find(({ id }) => id === planId)
  const known = plan?.pins.find((pin) => pin.subSectionId === subSectionId)
  return new Date(Math.max(Date.now(), known ? Date.parse(known.editedAt) + 1 : 0)).toISOString()
}
