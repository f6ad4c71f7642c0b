import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import classes from '#web/ui/filter-bar.module.css'
import { NotAllowed } from '#web/ui/not-allowed.tsx'
import { NoticeLine } from '#web/ui/notice-line.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { type Filters, states } from './filters.ts'
import { FormDialogs, type OpenDialog } from './form-dialogs.tsx'
import { FormList } from './form-list.tsx'
import { stateNames } from './labels.ts'
import { formsQuery, isDenied } from './queries.ts'
import { type ChangeFilters, useFilters } from './use-filters.ts'

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
