import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { type ChangeState, type ConsoleState, roles, states } from './console-state.ts'
import classes from './filters.module.css'
import { roleText, stateText } from './labels.ts'

interface Props {
  state: ConsoleState
  onChange: ChangeState
  children: ReactNode
}

export function AccountFilters({ state, onChange, children }: Props) {
  return (
    <search className={classes.bar}>
      <SearchField
        className={classes.wide ?? ''}
        label={t('admin.searchAccounts')}
        placeholder={t('admin.searchHint')}
        value={state.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      <NativeSelect
        className={classes.narrow ?? ''}
        label={t('accounts.role')}
        value={state.role ?? ''}
        data={[
          { value: '', label: t('admin.roleAll') },
          ...roles.map((role) => ({ value: role, label: t(roleText[role]) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ role: roles.find((role) => role === value) ?? null })
        }
      />
      <NativeSelect
        className={classes.narrow ?? ''}
        label={t('admin.state')}
        value={state.state ?? ''}
        data={[
          { value: '', label: t('admin.stateAll') },
          ...states.map((one) => ({ value: one, label: t(stateText[one]) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ state: states.find((one) => one === value) ?? null })
        }
      />
      <div className={classes.button}>{children}</div>
    </search>
  )
}
