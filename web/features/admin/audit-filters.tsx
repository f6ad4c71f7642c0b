import { NativeSelect } from '@mantine/core'
import { auditActions } from '#contract/admin/audit-actions.ts'
import { t } from '#web/lib/language/translate.ts'
import { DayInput } from '#web/ui/day-input.tsx'
import { AccountChoice } from './account-choice.tsx'
import { type ChangeState, type ConsoleState, isRangeInvalid } from './console-state.ts'
import classes from './filters.module.css'

interface Props {
  state: ConsoleState
  onChange: ChangeState
}

export function AuditFilters({ state, onChange }: Props) {
  const actions = auditActions.map((action) => ({ value: action, label: t(`audit.${action}`) }))
  return (
    <search className={classes.bar}>
      <AccountChoice value={state.account} onChange={(account) => onChange({ account })} />
      <NativeSelect
        className={classes.wide ?? ''}
        label={t('admin.auditAction')}
        value={state.action ?? ''}
        data={[{ value: '', label: t('admin.auditActionAll') }, ...actions]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ action: auditActions.find((one) => one === value) ?? null })
        }
      />
      <DayInput
        className={classes.narrow ?? ''}
        label={t('admin.auditFrom')}
        value={state.from ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ from: value || null }, { replace: true })}
      />
      <DayInput
        className={classes.narrow ?? ''}
        label={t('admin.auditTo')}
        value={state.to ?? ''}
        error={isRangeInvalid(state) && t('admin.auditRange')}
        onChange={({ currentTarget: { value } }) => onChange({ to: value || null }, { replace: true })}
      />
    </search>
  )
}
