import { say } from '#web/lib/say.ts'
import { DayInput } from '#web/ui/day-input.tsx'
import { dayOf, isPast } from './end-date.ts'

export function EndDateField({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  return (
    <DayInput
      label={say('sharing.endDate')}
      description={say('sharing.endDateNote')}
      min={dayOf(new Date())}
      value={value}
      error={isPast(value, new Date()) && say('sharing.endDatePast')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
