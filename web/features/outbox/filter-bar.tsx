import { NativeSelect } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import classes from '#web/ui/filter-bar.module.css'
import { SearchField } from '#web/ui/search-field.tsx'
import { channels, type Filters, states } from './filters.ts'
import type { ChangeFilters } from './use-filters.ts'

const channelNames = { email: 'outbox.emails', sms: 'outbox.smses' } as const

export function FilterBar({ filters, onChange }: { filters: Filters; onChange: ChangeFilters }) {
  return (
    <search className={classes.bar}>
      <SearchField
        className={classes.text ?? ''}
        label={t('outbox.recipient')}
        placeholder={t('outbox.recipientHint')}
        value={filters.to}
        onSearch={(to) => onChange({ to }, { replace: true })}
      />
      <NativeSelect
        className={classes.select ?? ''}
        label={t('outbox.channel')}
        value={filters.channel}
        onChange={(event) =>
          onChange({ channel: channels.find((one) => one === event.currentTarget.value) ?? '' })
        }
        data={[
          { value: '', label: t('outbox.all') },
          ...channels.map((value) => ({ value, label: t(channelNames[value]) })),
        ]}
      />
      <NativeSelect
        className={classes.select ?? ''}
        label={t('outbox.status')}
        value={filters.status}
        onChange={(event) =>
          onChange({ status: states.find((one) => one === event.currentTarget.value) ?? '' })
        }
        data={[
          { value: '', label: t('outbox.all') },
          ...states.map((value) => ({ value, label: t(`outbox.${value}`) })),
        ]}
      />
    </search>
  )
}
