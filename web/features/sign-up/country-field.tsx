import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { say } from '#web/lib/say.ts'
import { countriesQuery } from './queries.ts'

interface Props {
  /** Calling code without plus. */
  onChange: (code: string) => void
  error?: string | undefined
}

/** Country code with flag, found by typing name or number. Two countries may share a code. */
export function CountryField({ onChange, error }: Props) {
  const { data, isError, isPending } = useQuery(countriesQuery)
  const [country, setCountry] = useState<string | null>(null)
  const id = useId()
  const countries = data?.data ?? []
  return (
    <Select
      id={id}
      label={`${say('accounts.countryCode')} ${say('accounts.optional')}`}
      data={countries.map(({ id, attributes: a }) => ({
        value: id,
        label: `${a.emoji_flag} +${a.country_code.replace(/^\+/, '')} ${a.name}`,
      }))}
      value={country}
      searchable
      clearable
      limit={300}
      comboboxProps={{
        withinPortal: false,
        width: 'min(20rem, calc(100vw - 3rem))',
        position: 'bottom-start',
      }}
      disabled={isPending}
      nothingFoundMessage={say('accounts.countryNone')}
      error={error ?? (isError ? say('accounts.countryFailed') : undefined)}
      clearButtonProps={{ 'aria-label': say('accounts.countryClear'), tabIndex: 0 }}
      onChange={(value) => {
        setCountry(value)
        const chosen = countries.find((one) => one.id === value)
        onChange(chosen?.attributes.country_code.replace(/\D/g, '') ?? '')
      }}
    />
  )
}
