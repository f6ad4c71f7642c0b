import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import classes from './filter-bar.module.css'
import { sortColumns } from './sort-heads.tsx'
import { nextSort, type Sort, sortKeys } from './sorting.ts'

/** Sort order for layouts without column headers. */
export function SortSelect({ sort, onSort }: { sort: Sort | null; onSort: (sort: Sort | null) => void }) {
  const { by, descending } = sort ?? { by: 'edited' as const, descending: true }
  // 'edited', descending, is the default order.
  const choose = (next: Sort) => onSort(next.by === 'edited' && next.descending ? null : next)
  const direction = t(descending ? 'history.descending' : 'history.ascending')
  const Arrow = descending ? IconArrowDown : IconArrowUp
  return (
    <div className={classes.order}>
      <NativeSelect
        className={classes.select ?? ''}
        size="md"
        label={t('history.sort')}
        data={sortColumns.map(([value, name]) => ({ value, label: t(name) }))}
        value={by}
        onChange={({ currentTarget: { value } }) => {
          const key = sortKeys.find((one) => one === value)
          const next = key && nextSort(null, key)
          if (next) choose(next)
        }}
      />
      <ActionIcon
        className={classes.toggle ?? ''}
        variant="default"
        aria-label={t('history.turn', { direction })}
        title={direction}
        onClick={() => choose({ by, descending: !descending })}
      >
        <Arrow size={20} aria-hidden />
      </ActionIcon>
    </div>
  )
}
