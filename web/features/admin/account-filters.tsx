import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import { useSettledText } from '#web/lib/delay.ts'
import { say } from '#web/lib/say.ts'
import { type ChangeState, type ConsoleState, roles, states } from './console-state.ts'
import classes from './filters.module.css'
import { roleText, stateText } from './words.ts'

interface Props {
  state: ConsoleState
  onChange: ChangeState
  children: ReactNode
}

export function AccountFilters({ state, onChange, children }: Props) {
  const [text, setText, settleNow] = useSettledText(state.search, limits.searchDebounce, (search) =>
    onChange({ search }, { replace: true }),
  )
  return (
    <search className={classes.bar}>
      <TextInput
        className={classes.wide ?? ''}
        label={say('admin.searchAccounts')}
        placeholder={say('admin.searchHint')}
        type="search"
        maxLength={limits.searchMax}
        value={text}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSectionWidth={44}
        rightSection={
          text && <CloseButton aria-label={say('admin.clearSearch')} onClick={() => settleNow('')} />
        }
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && settleNow(text)}
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
