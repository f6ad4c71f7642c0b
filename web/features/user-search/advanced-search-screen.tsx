import { Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { AdminsOnly } from '#web/ui/admins-only.tsx'
import { NoticeDialog } from '#web/ui/notice-dialog.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { FoundDialog } from './found-dialog.tsx'
import { FoundList } from './found-list.tsx'
import { SearchForm } from './search-form.tsx'
import { type Found, useUserSearch } from './use-user-search.ts'

export function AdvancedSearchScreen() {
  useTitle(t('admin.searchTitle'))
  return (
    <AdminsOnly>
      <AdvancedSearch />
    </AdminsOnly>
  )
}

function AdvancedSearch() {
  const { found, busy, alert, search, dismiss } = useUserSearch()
  const [viewed, setViewed] = useState<Found | null>(null)
  return (
    <>
      <PageHeader title={t('admin.searchTitle')} />
      <Text c="dimmed" mb="md">
        {t('admin.searchLead')}
      </Text>
      <SearchForm busy={busy} onSearch={search} />
      {found && found.length > 0 && <FoundList found={found} onView={setViewed} />}
      {viewed && <FoundDialog found={viewed} onClose={() => setViewed(null)} />}
      {alert && <NoticeDialog opened onClose={dismiss} title={alert.title} text={alert.text} />}
    </>
  )
}
