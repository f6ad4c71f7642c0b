import { NativeSelect } from '@mantine/core'
import { spokenLocale } from '#contract/messages/spoken.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useDeviceList } from '#web/offline/list/device-list.ts'
import { SearchField } from '#web/ui/search-field.tsx'
import classes from './filter-bar.module.css'
import type { Filters } from './filters.ts'
import type { ChangeFilters } from './use-filters.ts'

interface Props {
  filters: Filters
  onChange: ChangeFilters
}

/** Filters by template, creator and address, with the values of listed surveys. */
export function MoreFilters({ filters, onChange }: Props) {
  const surveys = useDeviceList(useSession()?.userId ?? '')?.surveys ?? []
  const templates = surveys.map(({ attributes }) => attributes.survey_template_name ?? '')
  const creators = surveys.map(({ attributes }) => attributes.created_by)
  return (
    <>
      <NativeSelect
        className={classes.select ?? ''}
        size="md"
        label={t('history.template')}
        data={choices(t('history.anyTemplate'), templates, filters.template)}
        value={filters.template}
        onChange={({ currentTarget }) => onChange({ template: currentTarget.value })}
      />
      <NativeSelect
        className={classes.select ?? ''}
        size="md"
        label={t('history.createdBy')}
        data={choices(t('history.anyCreator'), creators, filters.creator)}
        value={filters.creator}
        onChange={({ currentTarget }) => onChange({ creator: currentTarget.value })}
      />
      <SearchField
        className={classes.select ?? ''}
        label={t('history.address')}
        placeholder={t('history.addressHint')}
        value={filters.address}
        onSearch={(address) => onChange({ address }, { replace: true })}
      />
    </>
  )
}

/** Sorted options without duplicates. Includes the value from the address, even if no survey has it. */
function choices(all: string, names: readonly string[], chosen: string) {
  const { compare } = new Intl.Collator(spokenLocale(), { numeric: true })
  const known = [...new Set([...names, chosen])].filter((name) => name !== '').sort(compare)
  return [{ value: '', label: all }, ...known.map((name) => ({ value: name, label: name }))]
}
