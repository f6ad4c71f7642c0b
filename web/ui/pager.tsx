import { Group, Pagination } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'

interface Props {
  total: number
  page: number
  onChange: (page: number) => void
}

const edges = { previous: 'common.previousPage', next: 'common.nextPage', first: null, last: null } as const

export function Pager({ total, page, onChange }: Props) {
  return (
    <Group component="nav" aria-label={t('common.pages')} justify="center" mt="lg">
      <Pagination
        total={total}
        value={page}
        onChange={onChange}
        siblings={1}
        gap={4}
        getControlProps={(control) => {
          const name = edges[control]
          return name ? { 'aria-label': t(name) } : {}
        }}
        getItemProps={(item) => ({ 'aria-label': t('common.page', { page: item }) })}
      />
    </Group>
  )
}
