import { t } from '../language/translate.ts'

interface PlanInWords {
  readonly name: string
  readonly pins: readonly { readonly number: number; readonly name: string }[]
}

/** A plan in words, for those who cannot see it. */
export function planAlt({ name, pins }: PlanInWords): string {
  if (pins.length === 0) return t('plans.altNoPins', { name })
  const places = pins.map((pin) => t('plans.pinnedAt', { number: pin.number, name: pin.name }))
  return t('plans.alt', { name, pins: places.join('; ') })
}
