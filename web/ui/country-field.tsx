import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import {
  callingCode,
  countriesQuery,
  countryLine,
  countryOfCode,
  deviceCountry,
  findCountries,
} from '#web/lib/phone/countries.ts'

interface Props {
  /** Receives the calling code without plus; '' when cleared. */
  onChange: (code: string) => void
  /** Receives the preselected country's code once the list has loaded; not a user's change. */
  onBegin?: (code: string) => void
  error?: string | undefined
  /** The preselected code. */
  initialCode?: string
  /** Preselects no country; the default is the device's. */
  optional?: boolean
}

/** Country code with flag, searchable by name or number. Countries may share a code. */
export function CountryField({ onChange, onBegin, error, initialCode = '', optional = false }: Props) {
  const { data, isPending, errorUpdateCount, refetch } = useQuery(countriesQuery)
  // Also while retrying.
  const hasFailed = !data && errorUpdateCount > 0
  const [country, setCountry] = useState<string | null>(null)
  const id = useId()
  const countries = data?.data ?? []
  const begun = useRef(false)

  useEffect(() => {
    if (!data || begun.current) return
    begun.current = true
    const first = initialCode
      ? countryOfCode(data.data, initialCode)
      : data.data.find((one) => !optional && one.id === deviceCountry())
    if (!first) return
    setCountry(first.id)
    if (!initialCode) onBegin?.(callingCode(first))
  }, [data, initialCode, optional, onBegin])

  return (
    <Select
      id={id}
      label={optional ? `${t('accounts.countryCode')} ${t('accounts.optional')}` : t('accounts.countryCode')}
      data={countries.map((one) => ({ value: one.id, label: countryLine(one) }))}
      value={country}
      searchable
      clearable={optional}
      allowDeselect={optional}
      filter={({ search }) =>
        findCountries(countries, search).map((one) => ({ value: one.id, label: countryLine(one) }))
      }
      limit={300}
      comboboxProps={{
        withinPortal: false,
        width: 'min(20rem, calc(100vw - 3rem))',
        position: 'bottom-start',
      }}
      disabled={isPending && !hasFailed}
      // Opening a list that failed to load retries it.
      onDropdownOpen={() => hasFailed && void refetch()}
      nothingFoundMessage={t(hasFailed ? 'accounts.countryFailed' : 'accounts.countryNone')}
      error={error ?? (hasFailed ? t('accounts.countryFailed') : undefined)}
      clearButtonProps={{ 'aria-label': t('accounts.countryClear'), 'aria-hidden': false, tabIndex: 0 }}
      onChange={(value) => {
        setCountry(value)
        const chosen = countries.find((one) => one.id === value)
        onChange(chosen ? callingCode(chosen) : '')
      }}
    />
  )
}
