import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { useSettledText } from '#web/lib/delay.ts'
import { say } from '#web/lib/say.ts'
import { channels, type Filters, states } from './filters.ts'
import classes from './outbox.module.css'
import type { ChangeFilters } from './use-filters.ts'

const channelNames = { email: 'outbox.emails', sms: 'outbox.smses' } as const

export function FilterBar({ filters, onChange }: { filters: Filters; onChange: ChangeFilters }) {
  const [text, setText, settleNow] = useSettledText(filters.to, limits.searchDebounce, (to) =>
    onChange({ to }, { replace: true }),
  )
  return (
    <search className={classes.bar}>
      <TextInput
        className={classes.text ?? ''}
        label={say('outbox.recipient')}
        placeholder={say('outbox.recipientHint')}
        type="search"
        maxLength={limits.searchMax}
        value={text}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSectionWidth={44}
        rightSection={
          text && <CloseButton aria-label={say('history.clearSearch')} onClick={() => settleNow('')} />
        }
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && settleNow(text)}
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
