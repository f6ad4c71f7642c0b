import { Button, Table, Text } from '@mantine/core'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { ColumnHeads } from '#web/ui/column-heads.tsx'
import { AccountName } from './account-name.tsx'
import { nameOf, roleText } from './labels.ts'
import type { ListedAccount } from './queries.ts'
import classes from './rows.module.css'

interface Props {
  accounts: readonly ListedAccount[]
  onManage: (account: ListedAccount) => void
}

const columns = [
  'accounts.name',
  'admin.contact',
  'accounts.role',
  'admin.created',
  'admin.lastSeen',
  'admin.columnAction',
] as const

export function AccountTable({ accounts, onManage }: Props) {
  return (
    <div className={classes.table}>
      <Table verticalSpacing={6} horizontalSpacing="md" highlightOnHover>
        <ColumnHeads columns={columns} />
        <Table.Tbody>
          {accounts.map((account) => (
            <Row key={account.id} account={account} onManage={onManage} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Row({ account, onManage }: { account: ListedAccount; onManage: Props['onManage'] }) {
  const a = account.attributes
  return (
    <Table.Tr>
      <Table.Td miw="12rem">
        <AccountName account={account} />
      </Table.Td>
      <Table.Td>
        {a.email}
        {a.full_phone_number && (
          <Text size="sm" c="dimmed">
            {a.full_phone_number}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes.still ?? ''}>{t(roleText[a.role])}</Table.Td>
      <Table.Td className={classes.still ?? ''}>{shortDate(a.created_at)}</Table.Td>
      <Table.Td className={classes.still ?? ''}>
        {a.last_seen_at ? shortDate(a.last_seen_at) : t('admin.never')}
      </Table.Td>
      <Table.Td>
        <Button
          variant="subtle"
          px="xs"
          onClick={() => onManage(account)}
          aria-label={t('admin.manageOf', { name: nameOf(a) })}
        >
          {t('admin.manage')}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
