import { NativeSelect } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import classes from '#web/ui/filter-bar.module.css'
import { SearchField } from '#web/ui/search-field.tsx'
import { type Filters, states } from './filters.ts'
import { stateNames } from './labels.ts'
import type { ChangeFilters } from './use-filters.ts'

export function FilterBar({ filters, onChange }: { filters: Filters; onChange: ChangeFilters }) {
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
