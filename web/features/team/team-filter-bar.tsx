import { NativeSelect } from '@mantine/core'
import type { TeamState } from '#contract/sharing/teams.ts'
import { t } from '#web/lib/language/translate.ts'
import type { ChangeFilters } from '#web/lib/page/use-filters.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import type { TeamFilters } from './queries.ts'
import classes from './team.module.css'

const states = [
  ['submitted', 'surveys.stateCompleted'],
  ['sent_back', 'reviews.chipSentBack'],
  ['accepted', 'reviews.chipAccepted'],
  ['started', 'surveys.stateStarted'],
] as const

interface Props {
  readonly people: ReadonlyMap<string, string>
  readonly filters: TeamFilters
  readonly counts: Readonly<Record<TeamState, number>> | undefined
  readonly onChange: ChangeFilters<TeamFilters>
}

export function TeamFilterBar({ people, filters, counts, onChange }: Props) {
  return (
    <div className={classes.filters}>
      <NativeSelect
        label={t('teams.state')}
        value={filters.state ?? ''}
        onChange={({ currentTarget }) =>
          onChange({ state: states.find(([state]) => state === currentTarget.value)?.[0] ?? null })
        }
        data={[
          { value: '', label: t('teams.anyState') },
          ...states.map(([value, text]) => ({
            value,
            label: counts ? t('teams.stateWith', { state: t(text), count: counts[value] }) : t(text),
          })),
        ]}
      />
      <NativeSelect
        label={t('teams.surveyor')}
        value={filters.person ?? ''}
        onChange={({ currentTarget }) => onChange({ person: currentTarget.value || null })}
        data={[
          { value: '', label: t('teams.everyone') },
          ...[...people].map(([value, label]) => ({ value, label })),
        ]}
      />
      <SearchField
        label={t('teams.search')}
        className={classes.search ?? ''}
        value={filters.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
    </div>
  )
}
