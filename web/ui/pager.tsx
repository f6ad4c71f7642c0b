import { Group, Pagination } from '@mantine/core'
import { say } from '#web/lib/say.ts'

interface Props {
  total: number
  page: number
  onChange: (page: number) => void
}

const edges = {
  previous: { 'aria-label': say('common.previousPage') },
  next: { 'aria-label': say('common.nextPage') },
  first: {},
  last: {},
}

export function Pager({ total, page, onChange }: Props) {
  return (
    <Group component="nav" aria-label={say('common.pages')} justify="center" mt="lg">
      <Pagination
        total={total}
        value={page}
        onChange={onChange}
        siblings={1}
        gap={4}
        getControlProps={(control) => edges[control]}
        getItemProps={(item) => ({ 'aria-label': say('common.page', { page: item }) })}
      />
    </Group>
  )
}
