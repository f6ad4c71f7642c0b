import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { fold } from '#contract/rules/fold.ts'
import { t } from '#web/lib/language/translate.ts'
import { shortId } from './audit-text.ts'
import classes from './filters.module.css'
import { nameOf } from './labels.ts'
import { choicesQuery, type ListedAccount } from './queries.ts'

interface Props {
  /** The account's id. */
  value: string | null
  onChange: (id: string | null) => void
  label?: string
  placeholder?: string
  /** The first field of its dialog: it gets the focus on open. */
  first?: boolean
}

/** Selects one account by part of its name, email or phone number. */
export function AccountChoice({ value, onChange, label, placeholder, first = false }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, limits.searchDebounce)
  const found = useQuery({ ...choicesQuery(search), placeholderData: keepPreviousData })
  // Until the server replies, filter the previous results by the typed text. Otherwise a row could move under
  // the pointer and the user would select the wrong account.
  const words = fold(typed)
  const isAwaited = words !== fold(search) || found.isPlaceholderData
  const chosen = useQuery({ ...choicesQuery(value ?? ''), enabled: value !== null })
  const listed = [...(found.data?.data ?? []), ...(value === null ? [] : (chosen.data?.data ?? []))]
  const choices = new Map(listed.map((account) => [account.id, choiceText(account)]))
  if (value !== null && !choices.has(value))
    choices.set(
      value,
      chosen.data ? t('admin.auditGone', { mark: shortId(value) }) : whyMissing(chosen.error),
    )
  return (
    <Select
      className={classes.wide ?? ''}
      label={label ?? t('admin.auditAccount')}
      placeholder={placeholder ?? t('admin.auditAccountAll')}
      searchable
      // On focus the list would cover the rest of the dialog.
      openOnFocus={!first}
      data-autofocus={first || undefined}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clearSearch') }}
      nothingFoundMessage={found.data && !isAwaited ? t('admin.auditAccountNone') : whyMissing(found.error)}
      onDropdownOpen={() => {
        if (found.error) void found.refetch()
      }}
      value={value}
      data={[...choices]
        .filter(([id, label]) => !isAwaited || id === value || fold(label).includes(words))
        .map(([id, label]) => ({ value: id, label }))}
      // The server already searched, in more fields than the label shows.
      filter={({ options }) => options}
      onSearchChange={(text) => setTyped([...choices.values()].includes(text) ? '' : text)}
      onChange={onChange}
    />
  )
}

/** Placeholder for an account that is still loading or failed to load. */
function whyMissing(failed: Error | null): string {
  return failed ? failed.message : t('common.loading')
}

function choiceText({ attributes: a }: ListedAccount): string {
  return a.email ? `${nameOf(a)} (${a.email})` : nameOf(a)
}
