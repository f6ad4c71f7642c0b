import { t } from '#contract/messages/translate.ts'
import type { ReportPin } from './report.ts'

interface PlanInWords {
  readonly name: string
  readonly pins: readonly Pick<ReportPin, 'mark' | 'name' | 'within'>[]
}

/** Returns the alternative text of a plan. */
export function planAlt({ name, pins }: PlanInWords): string {
  if (pins.length === 0) return t('plans.altNoPins', { name })
  const places = pins.map((pin) => t('plans.pinnedAt', { mark: pin.mark, text: legendText(pin) }))
  return t('plans.alt', { name, pins: places.join('; ') })
}

/**
 * Returns the legend's text beside a pin's mark: the pin's name, or its section if the mark already shows the
 * name.
 */
export function legendText({ mark, name, within }: Pick<ReportPin, 'mark' | 'name' | 'within'>): string {
  return mark === name ? within : name
}
