import { NativeSelect } from '@mantine/core'
import { say } from '#web/lib/say.ts'
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
        label={say('outbox.recipient')}
        placeholder={say('outbox.recipientHint')}
        value={filters.to}
        onSearch={(to) => onChange({ to }, { replace: true })}
      />
      <NativeSelect
        className={classes.select ?? ''}
        label={say('outbox.channel')}
        value={filters.channel}
        onChange={(event) =>
          onChange({ channel: channels.find((one) => one === event.currentTarget.value) ?? '' })
        }
        data={[
          { value: '', label: say('outbox.all') },
          ...channels.map((value) => ({ value, label: say(channelNames[value]) })),
        ]}
      />
      <NativeSelect
        className={classes.select ?? ''}
        label={say('outbox.status')}
        value={filters.status}
        onChange={(event) =>
          onChange({ status: states.find((one) => one === event.currentTarget.value) ?? '' })
        }
        data={[
          { value: '', label: say('outbox.all') },
          ...states.map((value) => ({ value, label: say(`outbox.${value}`) })),
        ]}
      />
    </search>
  )
}
