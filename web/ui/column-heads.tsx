import { Table } from '@mantine/core'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { t } from '#web/lib/language/translate.ts'

/** Renders the column headings of a `<Table>`. */
export function ColumnHeads({ columns }: { columns: readonly MessageKey[] }) {
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map((column) => (
          <Table.Th key={column} scope="col">
            {t(column)}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  )
}
