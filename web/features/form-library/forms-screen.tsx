import { Button, Group, Text } from '@mantine/core'
import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { NotAllowed } from '#web/ui/not-allowed.tsx'
import { NoticeLine } from '#web/ui/notice-line.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FormDialogs, type OpenDialog } from './form-dialogs.tsx'
import { FormList } from './form-list.tsx'
import { formsQuery, isDenied } from './queries.ts'
import { useFilters } from './use-filters.ts'

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
