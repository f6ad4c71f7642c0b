import { limits } from '#contract/limits.ts'
import { oneLine } from '#contract/rules/one-line.ts'
import { cut } from '#contract/rules/plain-text.ts'
import type { Pin, PinPlace, Plan } from '../plan.ts'
import { laterPin, nextPinNumber, pinId, placeWithin } from '../plans.ts'
import type { Survey } from '../survey.ts'
import { laterTime } from './change.ts'

/** Inserts a plan in id order. An existing id is a replay and changes nothing. */
export function addPlan(survey: Survey, planId: string, name: string, at: string): Survey {
  return changePlans(survey, at, (plans) => {
    if (plans.some(({ id }) => id === planId)) return plans
    const place = plans.findIndex(({ id }) => id > planId)
    return plans.toSpliced(place === -1 ? plans.length : place, 0, {
      id: planId,
      name: planName(name),
      pins: [],
    })
  })
}

/** Renames a plan; ignores an empty name. */
export function renamePlan(survey: Survey, planId: string, name: string, at: string): Survey {
  const given = planName(name)
  return changePlan(survey, planId, at, (plan) =>
    given === '' || given === plan.name ? plan : { ...plan, name: given },
  )
}

export function removePlan(survey: Survey, planId: string, at: string): Survey {
  return changePlans(survey, at, (plans) =>
    plans.some(({ id }) => id === planId) ? plans.filter(({ id }) => id !== planId) : plans,
  )
}

/** Sets, moves or removes (null) a sub-section's pin on a plan; a later edit wins. */
export function setPin(
  survey: Survey,
  planId: string,
  subSectionId: string,
  place: PinPlace | null,
  at: string,
): Survey {
  return changePlan(survey, planId, at, (plan) => {
    const index = plan.pins.findIndex((one) => one.subSectionId === subSectionId)
    const known = plan.pins[index]
    const pin: Pin = {
      id: pinId(planId, subSectionId),
      subSectionId,
      number: known?.number ?? nextPinNumber(plan.pins),
      place: place && placeWithin(place),
      editedAt: at,
    }
    if (!known) return { ...plan, pins: [...plan.pins, pin] }
    const standing = laterPin(known, pin)
    return standing === known ? plan : { ...plan, pins: plan.pins.with(index, standing) }
  })
}

/** Returns the pin's current place, for undo; null = no pin. */
export function placeOf(survey: Survey, planId: string, subSectionId: string): PinPlace | null {
  const plan = survey.plans.find(({ id }) => id === planId)
  return plan?.pins.find((pin) => pin.subSectionId === subSectionId)?.place ?? null
}

function planName(text: string): string {
  return cut(oneLine(text), limits.planNameMax).trim()
}

function changePlan(survey: Survey, planId: string, at: string, change: (plan: Plan) => Plan): Survey {
  return changePlans(survey, at, (plans) => {
    const index = plans.findIndex(({ id }) => id === planId)
    const before = plans[index]
    if (!before) return plans
    const after = change(before)
    return after === before ? plans : plans.with(index, after)
  })
}

function changePlans(
  survey: Survey,
  at: string,
  change: (plans: readonly Plan[]) => readonly Plan[],
): Survey {
  const plans = change(survey.plans)
  return plans === survey.plans ? survey : { ...survey, plans, lastEdited: laterTime(survey.lastEdited, at) }
}
