import { NativeSelect } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { TeamState } from '#contract/sharing/teams.ts'
import { t } from '#web/lib/language/translate.ts'
import type { ChangeFilters } from '#web/lib/page/use-filters.ts'
import { useWideList } from '#web/lib/page/use-wide-list.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import rows from '#web/ui/survey-rows.module.css'
import { type TeamFilters, teamQuery } from './queries.ts'
import classes from './team.module.css'
import { TeamCards, TeamTable } from './team-rows.tsx'

const states = [
  ['submitted', 'surveys.stateCompleted'],
  ['sent_back', 'reviews.chipSentBack'],
  ['accepted', 'reviews.chipAccepted'],
  ['started', 'surveys.stateStarted'],
] as const

interface Props {
  /** Names by account id. */
  readonly people: ReadonlyMap<string, string>
  readonly filters: TeamFilters
  readonly onChange: ChangeFilters<TeamFilters>
}

/** A table when wide, otherwise cards. */
export function TeamList({ people, filters, onChange }: Props) {
  const read = useQuery(teamQuery(filters))
  const { place, wide } = useWideList()
  const { search, person, state } = filters
  const found = read.data
  return (
    <div ref={place} className={rows.list}>
      <TeamFilterBar people={people} filters={filters} counts={found?.meta.counts} onChange={onChange} />
      <PagedList
        read={read}
        name={t('teams.listTitle')}
        count={t('teams.count', { count: found?.meta.total_count ?? 0 })}
        isEmpty={found?.data.length === 0}
        page={filters.page}
        pages={found?.meta.total_pages ?? 0}
        onPage={(page) => onChange({ page })}
        isFiltered={search !== '' || person !== null || state !== null}
        none={{
          text: t('teams.noSurveys'),
          icon: <IconClipboardList size={40} stroke={1.5} aria-hidden />,
        }}
        noneFound={{
          text: t('teams.noneFit'),
          clear: t('teams.clear'),
          onClear: () => onChange({ search: '', person: null, state: null }),
        }}
      >
        {found && (wide ? <TeamTable surveys={found.data} /> : <TeamCards surveys={found.data} />)}
      </PagedList>
    </div>
  )
}

interface TeamFilterBarProps {
  readonly people: ReadonlyMap<string, string>
  readonly filters: TeamFilters
  readonly counts: Readonly<Record<TeamState, number>> | undefined
  readonly onChange: ChangeFilters<TeamFilters>
}

function TeamFilterBar({ people, filters, counts, onChange }: TeamFilterBarProps) {
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
