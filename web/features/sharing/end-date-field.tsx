import { TextInput } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import { dayOf, isPast } from './end-date.ts'

/** The device's own date field: it needs no script and phones have a good one. */
export function EndDateField({ value, onChange }: { value: string; onChange: (day: string) => void }) {
  return (
    <TextInput
      type="date"
      label={say('sharing.endDate')}
      description={say('sharing.endDateNote')}
      min={dayOf(new Date())}
      value={value}
      error={isPast(value, new Date()) && say('sharing.endDatePast')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
