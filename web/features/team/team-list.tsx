import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { t } from '#web/lib/language/translate.ts'
import type { ChangeFilters } from '#web/lib/page/use-filters.ts'
import { useWideList } from '#web/lib/page/use-wide-list.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import rows from '#web/ui/survey-rows.module.css'
import { type TeamFilters, teamQuery } from './queries.ts'
import { TeamFilterBar } from './team-filter-bar.tsx'
import { TeamCards, TeamTable } from './team-rows.tsx'

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
