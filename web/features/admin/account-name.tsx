import { Badge, Group, Text } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import { useSession } from '#web/lib/session.ts'
import type { Listed } from './queries.ts'
import classes from './rows.module.css'
import { nameOf } from './words.ts'

/** The name, and what is special about the account. */
export function AccountName({ account }: { account: Listed }) {
  const a = account.attributes
  const own = useSession()?.userId === account.id
  return (
    <Group gap={8} wrap="wrap">
      <Text span className={classes.name ?? ''}>
        {nameOf(a)}
      </Text>
      {own && <Mark text={say('admin.you')} color="accent" />}
      {a.is_invited && !a.is_disabled && <Mark text={say('admin.stateInvited')} color="yellow" />}
      {a.is_disabled && <Mark text={say('admin.stateDisabled')} color="red" />}
    </Group>
  )
}

function Mark({ text, color }: { text: string; color: string }) {
  return (
    <Badge variant="light" color={color} tt="none" fw={600}>
      {text}
    </Badge>
  )
}
