import { Table, Text } from '@mantine/core'
import { dayTimeAndZone } from '#web/lib/language/format-time.ts'
import { ColumnHeads } from '#web/ui/column-heads.tsx'
import { detailText, whatText, whereText, whichText, whoText } from './audit-text.ts'
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
        <ColumnHeads columns={columns} />
        <Table.Tbody>
          {entries.map(({ id, attributes: a }) => (
            <Table.Tr key={id}>
              <Table.Td className={classes.still ?? ''}>{dayTimeAndZone(a.at)}</Table.Td>
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
