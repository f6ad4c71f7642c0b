import { Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import {
  type Country,
  callingCode,
  countriesQuery,
  deviceCountry,
  findCountries,
  setDeviceCountry,
} from '#web/lib/phone/countries.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import classes from './country-codes.module.css'

/**
 * All countries with flag and code, searchable by name or number. The choice becomes this device's default.
 */
export function CountryCodesScreen() {
  const { data, isError, isFetching, refetch } = useQuery(countriesQuery)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(deviceCountry)
  const [announced, setAnnounced] = useState('')
  const found = findCountries(data?.data ?? [], useDeferredValue(text))
  useTitle(t('entry.countryTitle'))

  function choose({ id, attributes }: Country) {
    setDeviceCountry(id)
    setChosen(id)
    setAnnounced(t('entry.countryChosen', { country: attributes.name }))
  }
  return (
    <EntryPage title={t('entry.countryTitle')}>
      <TextInput
        type="search"
        label={t('entry.countrySearch')}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed" mih="1.55em" mt={4} mb={4} role="status">
        {data && found.length === 0 ? t('accounts.countryNone') : announced}
      </Text>
      {isError && !data && (
        <ErrorState text={t('accounts.countryFailed')} onRetry={() => refetch()} busy={isFetching} />
      )}
      <ul className={classes.list} aria-label={t('entry.countryTitle')}>
        {found.map((one) => (
          <li key={one.id}>
            <UnstyledButton
              className={classes.country ?? ''}
              aria-pressed={one.id === chosen}
              onClick={() => choose(one)}
            >
              <span aria-hidden>{one.attributes.emoji_flag}</span>
              <span className={classes.name}>{one.attributes.name}</span>
              <span className={classes.code}>+{callingCode(one)}</span>
              <span className={classes.mark}>
                {one.id === chosen && <IconCheck size={18} stroke={2.25} aria-hidden />}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </EntryPage>
  )
}
