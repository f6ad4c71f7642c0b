import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './user-search.module.css'

interface Props {
  busy: boolean
  onSearch: (first: string, last: string) => void
}

export function SearchForm({ busy, onSearch }: Props) {
  const [first, setFirst] = useState('')
  const [last, setLast] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    onSearch(first, last)
  }
  return (
    <search>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          className={classes.name ?? ''}
          label={t('accounts.firstName')}
          name="first_name"
          autoComplete="off"
          maxLength={limits.nameMax}
          value={first}
          onChange={({ currentTarget }) => setFirst(currentTarget.value)}
        />
        <TextInput
          className={classes.name ?? ''}
          label={t('accounts.lastName')}
          name="last_name"
          autoComplete="off"
          maxLength={limits.nameMax}
          value={last}
          onChange={({ currentTarget }) => setLast(currentTarget.value)}
        />
        <Button type="submit" loading={busy} leftSection={<IconSearch size={18} aria-hidden />}>
          {t('admin.search')}
        </Button>
      </form>
    </search>
  )
}
