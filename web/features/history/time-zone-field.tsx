import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { zoneName } from '#survey/zoned.ts'
import { knownTimeZone } from '#web/lib/format.ts'
import { say } from '#web/lib/say.ts'

interface Props {
  /** IANA name; '' where nobody has said one. */
  readonly value: string
  readonly onChange: (timeZone: string) => void
}

/** Whose days the survey speaks of, found by typing a city. */
export function TimeZoneField({ value, onChange }: Props) {
  const zones = useMemo(() => {
    const all = new Set(['UTC', knownTimeZone() ?? 'UTC', ...Intl.supportedValuesOf('timeZone')])
    if (value !== '') all.add(value)
    return [...all].sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
  }, [value])
  const named = value === '' ? '' : ` ${zoneName(value)}.`
  return (
    <Select
      label={say('history.timeZone')}
      description={`${say('history.timeZoneHint')}${named}`}
      data={zones}
      value={value === '' ? null : value}
      placeholder={say('history.timeZoneUnset')}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage={say('history.timeZoneNone')}
      comboboxProps={{ withinPortal: false }}
      onChange={(zone) => zone && onChange(zone)}
    />
  )
}
