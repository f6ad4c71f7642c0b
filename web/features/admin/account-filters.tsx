import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '#web/lib/say.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import { type ChangeState, type ConsoleState, roles, states } from './console-state.ts'
import classes from './filters.module.css'
import { roleText, stateText } from './words.ts'

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
        label={say('admin.searchAccounts')}
        placeholder={say('admin.searchHint')}
        value={state.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      <NativeSelect
        className={classes.narrow ?? ''}
        label={say('accounts.role')}
        value={state.role ?? ''}
        data={[
          { value: '', label: say('admin.roleAll') },
          ...roles.map((role) => ({ value: role, label: say(roleText[role]) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ role: roles.find((role) => role === value) ?? null })
        }
      />
      <NativeSelect
        className={classes.narrow ?? ''}
        label={say('admin.state')}
        value={state.state ?? ''}
        data={[
          { value: '', label: say('admin.stateAll') },
          ...states.map((one) => ({ value: one, label: say(stateText[one]) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ state: states.find((one) => one === value) ?? null })
        }
      />
      <div className={classes.button}>{children}</div>
    </search>
  )
}
