import { t } from '#web/lib/language/translate.ts'
import { SearchField } from '#web/ui/search-field.tsx'

export function UsersSearch({ search, onChange }: { search: string; onChange: (text: string) => void }) {
  return (
    <search>
      <SearchField label={t('terms.usersSearch')} w={280} maw="100%" value={search} onSearch={onChange} />
    </search>
  )
}
