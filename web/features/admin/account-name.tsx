import { Badge, Group, Text } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import { nameOf } from './labels.ts'
import type { ListedAccount } from './queries.ts'
import classes from './rows.module.css'

/** The account's name and badges. */
export function AccountName({ account }: { account: ListedAccount }) {
  const a = account.attributes
  const own = useSession()?.userId === account.id
  return (
    <Group gap={8} wrap="wrap">
      <Text span inherit className={classes.name ?? ''}>
        {nameOf(a)}
      </Text>
      {own && <Mark text={t('admin.you')} />}
      {a.is_invited && !a.is_disabled && <Mark text={t('admin.stateInvited')} />}
      {a.is_deleted && <Mark text={t('admin.stateDeleted')} warning />}
      {a.is_disabled && <Mark text={t('admin.stateDisabled')} warning />}
    </Group>
  )
}

function Mark({ text, warning = false }: { text: string; warning?: boolean }) {
  return (
    <Badge
      variant={warning ? 'default' : 'light'}
      tt="none"
      fw={600}
      {...(warning ? { c: 'var(--mantine-color-error)' } : {})}
    >
      {text}
    </Badge>
  )
}
