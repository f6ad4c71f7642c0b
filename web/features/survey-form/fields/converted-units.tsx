import { numberLocale } from '#contract/messages/spoken.ts'
import { convertMeasure } from '#survey/fields/unit-conversion.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSettings } from '#web/lib/settings/store.ts'
import classes from './beside.module.css'

/** The measure converted to the account's units, if the template uses other units. */
export function ConvertedUnits({ value, unit }: { value: string; unit: string | undefined }) {
  const measure = convertMeasure(useSettings().units, value, unit ?? '')
  if (!measure) return null
  const number = new Intl.NumberFormat(numberLocale(), { maximumFractionDigits: 4 }).format(measure.value)
  return (
    <p className={classes.statement}>{t('settings.converted', { measure: `${number} ${measure.unit}` })}</p>
  )
}

/** Returns a suffix for meters if the account uses feet: ' (13 ft)'. */
export function useFeetSuffix(): (meters: number) => string {
  const { units } = useSettings()
  return (meters) => {
    const feet = convertMeasure(units, String(meters), 'm')
    return feet ? ` (${Math.round(feet.value)} ${feet.unit})` : ''
  }
}
