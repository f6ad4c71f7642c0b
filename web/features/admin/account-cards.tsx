import { Button, Text } from '@mantine/core'
import { shortDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { AccountName } from './account-name.tsx'
import { nameOf, roleText } from './labels.ts'
import type { ListedAccount } from './queries.ts'
import classes from './rows.module.css'

interface Props {
  accounts: readonly ListedAccount[]
  onManage: (account: ListedAccount) => void
}

export function AccountCards({ accounts, onManage }: Props) {
  return (
    <ul className={classes.cards}>
      {accounts.map((account) => (
        <Card key={account.id} account={account} onManage={onManage} />
      ))}
    </ul>
  )
}

function Card({ account, onManage }: { account: ListedAccount; onManage: Props['onManage'] }) {
  const a = account.attributes
  return (
    <li className={classes.card}>
      <AccountName account={account} />
      <div>
        {[a.email, a.full_phone_number].filter(Boolean).map((contact) => (
          <Text key={contact}>{contact}</Text>
        ))}
      </div>
      <Text size="sm" c="dimmed">
        {t(roleText[a.role])}
        <br />
        {t('admin.lastSeen')}: {a.last_seen_at ? shortDate(a.last_seen_at) : t('admin.never')}
      </Text>
      <Button
        variant="light"
        onClick={() => onManage(account)}
        aria-label={t('admin.manageOf', { name: nameOf(a) })}
      >
        {t('admin.manage')}
      </Button>
    </li>
  )
}
