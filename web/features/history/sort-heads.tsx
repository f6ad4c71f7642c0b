import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { nextSort, type Sort, type SortKey } from './sorting.ts'
import classes from './survey-list.module.css'

export const sortColumns = [
  ['name', 'history.surveyName'],
  ['owner', 'history.owner'],
  ['address', 'history.address'],
  ['template', 'history.template'],
  ['state', 'history.state'],
  ['progress', 'history.progress'],
  ['edited', 'history.edited'],
  ['created', 'history.created'],
  ['creator', 'history.createdBy'],
] as const satisfies readonly (readonly [SortKey, string])[]

interface Props {
  sort: Sort | null
  /** null = the list cannot be sorted yet. */
  onSort: ((sort: Sort | null) => void) | null
  /** The cell before the first column. */
  first: ReactNode
}

/** The table's column headers; each sorts the list. */
export function SortHeads({ sort, onSort, first }: Props) {
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Td className={classes.choose ?? ''}>{first}</Table.Td>
        {sortColumns.map(([by, name]) => {
          const now = sort?.by === by ? sort : null
          const Arrow = now?.descending ? IconArrowDown : IconArrowUp
          const direction = now?.descending ? 'descending' : 'ascending'
          return (
            <Table.Th
              key={by}
              scope="col"
              data-column={by}
              className={classes.column ?? ''}
              {...(now && { 'aria-sort': direction })}
            >
              {onSort ? (
                <UnstyledButton
                  className={classes.sort ?? ''}
                  title={t('history.sortBy', { column: t(name) })}
                  onClick={() => onSort(nextSort(sort, by))}
                >
                  {t(name)}
                  {now && <Arrow size={16} aria-hidden />}
                </UnstyledButton>
              ) : (
                <span className={classes.sort}>{t(name)}</span>
              )}
            </Table.Th>
          )
        })}
        <Table.Th scope="col">{t('history.actions')}</Table.Th>
      </Table.Tr>
    </Table.Thead>
  )
}
