import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { zoneName } from '#survey/time-zone.ts'
import { knownTimeZone } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'

interface Props {
  /** IANA name; '' = not set. */
  readonly value: string
  readonly onChange: (timeZone: string) => void
}

/** The survey's time zone, searchable by city. Likely zones are listed first. */
export function TimeZoneField({ value, onChange }: Props) {
  const zones = useMemo(() => {
    const near = [value, knownTimeZone() ?? '', 'UTC'].filter((zone) => zone !== '')
    return [...new Set([...near, ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
    }))
  }, [value])
  return (
    <Select
      label={t('history.timeZone')}
      description={t('history.timeZoneHint', { zone: zoneName(value || null) })}
      data={zones}
      value={value === '' ? null : value}
      placeholder={t('history.timeZoneUnset')}
      searchable
      allowDeselect={false}
      limit={100}
      nothingFoundMessage={t('history.timeZoneNone')}
      comboboxProps={{ withinPortal: false }}
      onChange={(zone) => zone && onChange(zone)}
    />
  )
}
