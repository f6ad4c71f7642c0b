import { NativeSelect } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { useBuilderValue } from './builder.ts'

interface Props {
  readonly section: number
  readonly value: string | undefined
  readonly error: string | null
  readonly onChange: (condition: string | undefined) => void
}

/** Which of the section's shared conditions a field follows; nothing where there is none to choose. */
export function ConditionChoice({ section, value, error, onChange }: Props) {
  const conditions = useBuilderValue(({ history }) => history.now.form.sections[section]?.conditions)
  const names = (conditions ?? []).map(({ name }) => name)
  if (names.length === 0 && value === undefined) return null
  const own = value === undefined || names.includes(value) ? names : [value, ...names]
  return (
    <NativeSelect
      label={t('builder.condition')}
      description={t('builder.conditionHint')}
      data={[{ value: '', label: t('builder.none') }, ...own.map((name) => ({ value: name, label: name }))]}
      value={value ?? ''}
      error={error}
      onChange={({ currentTarget: { value: name } }) => onChange(name || undefined)}
    />
  )
}
