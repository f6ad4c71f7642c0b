import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { useSettledText } from '#web/lib/delay.ts'
import { say } from '#web/lib/say.ts'

export function UsersSearch({ search, onChange }: { search: string; onChange: (text: string) => void }) {
  const [text, setText, settleNow] = useSettledText(search, limits.searchDebounce, onChange)
  return (
    <search>
      <TextInput
        label={say('terms.usersSearch')}
        type="search"
        w={280}
        maw="100%"
        maxLength={limits.searchMax}
        value={text}
        leftSection={<IconSearch size={18} aria-hidden />}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && settleNow(text)}
      />
    </search>
  )
}
