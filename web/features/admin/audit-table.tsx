import { Table, Text } from '@mantine/core'
import { dayTimeAndZone } from '#web/lib/language/format-time.ts'
import { ColumnHeads } from '#web/ui/column-heads.tsx'
import { actionText, actorText, detailText, originText, recordText } from './audit-text.ts'
import type { AuditEntry } from './queries.ts'
import classes from './rows.module.css'

const columns = [
  'admin.auditWhen',
  'admin.auditWho',
  'admin.auditWhat',
  'admin.auditWhich',
  'admin.auditWhere',
] as const

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <div className={classes.table}>
      <Table verticalSpacing="xs" horizontalSpacing="md">
        <ColumnHeads columns={columns} />
        <Table.Tbody>
          {entries.map(({ id, attributes: a }) => (
            <Table.Tr key={id}>
              <Table.Td className={classes.still ?? ''}>{dayTimeAndZone(a.at)}</Table.Td>
              <Table.Td>{actorText(a)}</Table.Td>
              <Table.Td>
                {actionText(a)}
                <Text size="sm" c="dimmed">
                  {detailText(a)}
                </Text>
              </Table.Td>
              <Table.Td>{recordText(a)}</Table.Td>
              <Table.Td title={a.user_agent}>{originText(a)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
