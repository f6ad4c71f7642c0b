import type { ShownPlan } from '#contract/plan-item.ts'
import { say } from './say.ts'

/** A plan in words, for those who cannot see it. */
export function planAlt({ name, pins }: Pick<ShownPlan, 'name' | 'pins'>): string {
  if (pins.length === 0) return say('plans.altNoPins', { name })
  const told = pins.map((pin) => say('plans.pinnedAt', { number: pin.number, name: pin.name }))
  return say('plans.alt', { name, pins: told.join('; ') })
}
