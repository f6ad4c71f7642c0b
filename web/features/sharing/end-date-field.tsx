import { t } from '#web/lib/language/translate.ts'
import { DayInput } from '#web/ui/day-input.tsx'
import { dayOf, isPast } from './end-date.ts'

export function EndDateField({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  return (
    <DayInput
      label={t('sharing.endDate')}
      description={t('sharing.endDateNote')}
      min={dayOf(new Date())}
      value={value}
      error={isPast(value, new Date()) && t('sharing.endDatePast')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
