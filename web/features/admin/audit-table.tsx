import { Table, Text } from '@mantine/core'
import { dayAndTime } from '#web/lib/format-time.ts'
import { say } from '#web/lib/say.ts'
import { detailText, whatText, whereText, whichText, whoText } from './audit-words.ts'
import type { Recorded } from './queries.ts'
import classes from './rows.module.css'

const columns = [
  'admin.auditWhen',
  'admin.auditWho',
  'admin.auditWhat',
  'admin.auditWhich',
  'admin.auditWhere',
] as const

export function AuditTable({ entries }: { entries: readonly Recorded[] }) {
  return (
    <div className={classes.table}>
      <Table verticalSpacing="xs" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} scope="col">
                {say(column)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map(({ id, attributes: a }) => (
            <Table.Tr key={id}>
              <Table.Td className={classes.still ?? ''}>{dayAndTime(a.at)}</Table.Td>
              <Table.Td>{whoText(a)}</Table.Td>
              <Table.Td>
                {whatText(a)}
                <Text size="sm" c="dimmed">
                  {detailText(a)}
                </Text>
              </Table.Td>
              <Table.Td>{whichText(a)}</Table.Td>
              <Table.Td title={a.user_agent}>{whereText(a)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
