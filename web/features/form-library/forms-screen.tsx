import { Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import { IconClipboardList, IconFileImport, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { type ChangeFilters as Change, useFiltersOf } from '#web/lib/page/use-filters.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import classes from '#web/ui/filter-bar.module.css'
import { NotAllowed } from '#web/ui/not-allowed.tsx'
import { NoticeLine } from '#web/ui/notice-line.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { addressOf, type Filters, filtersOf, isFiltering, noFilters, states } from './filters.ts'
import { FormCard } from './form-card.tsx'
import { FormDialogs, type OpenDialog } from './form-dialogs.tsx'
import formListStyles from './form-library.module.css'
import { stateNames } from './labels.ts'
import { formsQuery, isDenied } from './queries.ts'

/** Templates made by users and built-in ones. */
export function FormsScreen() {
  useTitle(t('library.title'))
  const [filters, setFilters] = useFilters()
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const { error, data } = useQuery(formsQuery(filters))
  const navigate = useNavigate()
  if (!data && isDenied(error)) return <NotAllowed />

  return (
    <>
      <PageHeader title={t('library.title')}>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconFileImport size={18} aria-hidden />}
            onClick={() => setOpened({ what: 'import' })}
          >
            {t('library.import')}
          </Button>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpened({ what: 'new' })}>
            {t('library.new')}
          </Button>
        </Group>
      </PageHeader>
      <Text c="dimmed" mb="lg" maw="44rem">
        {t('library.lead')}
      </Text>
      <NoticeLine text={notice} onClose={() => setNotice(null)} />
      <FilterBar filters={filters} onChange={setFilters} />
      <FormList filters={filters} onFilters={setFilters} onOpen={setOpened} onOutcome={setNotice} />
      {opened && (
        <FormDialogs
          opened={opened}
          onClose={() => setOpened(null)}
          onDone={(text) => {
            setOpened(null)
            setNotice(text)
          }}
          onMade={(id) => navigate(`/Templates/${id}`)}
        />
      )}
    </>
  )
}

function FilterBar({ filters, onChange }: { filters: Filters; onChange: ChangeFilters }) {
  return (
    <search className={classes.bar}>
      <SearchField
        className={classes.text ?? ''}
        label={t('library.search')}
        placeholder={t('library.searchHint')}
        value={filters.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
      <NativeSelect
        className={classes.select ?? ''}
        label={t('library.state')}
        value={filters.state}
        onChange={(event) =>
          onChange({ state: states.find((one) => one === event.currentTarget.value) ?? '' })
        }
        data={[
          { value: '', label: t('library.all') },
          ...states.map((value) => ({ value, label: t(stateNames[value]) })),
        ]}
      />
    </search>
  )
}

interface Props {
  filters: Filters
  onFilters: ChangeFilters
  onOpen: (opened: OpenDialog) => void
  onOutcome: (text: string) => void
}

/** Matching templates, one page at a time, with loading, error and empty states. */
function FormList({ filters, onFilters, onOpen, onOutcome }: Props) {
  const read = useQuery(formsQuery(filters))
  const { data, error, refetch, isFetching } = read
  if (error && !data) return <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
  if (!data) return <Loading />
  return (
    <PagedList
      read={read}
      name={t('library.title')}
      count={t('library.count', { count: data.meta.total_count })}
      isEmpty={data.data.length === 0}
      page={filters.page}
      pages={data.meta.total_pages}
      onPage={(page) => onFilters({ page })}
      isFiltered={isFiltering(filters) || filters.page > 1}
      none={{
        text: t('library.none'),
        icon: <IconClipboardList size={40} stroke={1.5} aria-hidden />,
      }}
      noneFound={{
        text: t('library.noneFound'),
        clear: t('library.clearFilters'),
        onClear: () => onFilters(noFilters),
      }}
    >
      <ul className={formListStyles.cards}>
        {data.data.map((form) => (
          <FormCard key={form.id} form={form} onOpen={onOpen} onOutcome={onOutcome} />
        ))}
      </ul>
    </PagedList>
  )
}

function Loading() {
  return (
    <div className={formListStyles.cards} role="status" aria-label={t('common.loading')}>
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <Skeleton key={place} height={156} radius="lg" />
      ))}
    </div>
  )
}

type ChangeFilters = Change<Filters>

function useFilters(): [Filters, ChangeFilters] {
  return useFiltersOf(filtersOf, addressOf)
}
