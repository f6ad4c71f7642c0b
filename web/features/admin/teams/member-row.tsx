import { ActionIcon, NativeSelect, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { setTeamMember } from '#contract/sharing/teams.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { grantChoices, parseGrant, reloadTeams, type Team, type TeamMember } from './queries.ts'
import classes from './teams.module.css'

interface Props {
  readonly team: Team
  readonly member: TeamMember
  readonly onProblem: (text: string | null) => void
  readonly onRemove: () => void
}

/** Changes of a grant are saved immediately. */
export function MemberRow({ team, member, onProblem, onRemove }: Props) {
  const [busy, setBusy] = useState(false)
  const { account_id, name, email, granted, is_disabled } = member

  async function grant(text: string) {
    setBusy(true)
    onProblem(null)
    const params = { id: team.id, account_id }
    const result = await call(setTeamMember, { params, body: { granted: parseGrant(text) } })
    if (!result.ok) onProblem(result.message)
    await reloadTeams()
    setBusy(false)
  }

  return (
    <li className={classes.member}>
      <div className={classes.words}>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {[email, ...(is_disabled ? [t('teams.disabled')] : [])].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <NativeSelect
        aria-label={t('teams.accessOf', { name })}
        value={granted}
        data={grantChoices()}
        disabled={busy}
        onChange={({ currentTarget }) => void grant(currentTarget.value)}
      />
      <ActionIcon color="gray" aria-label={t('teams.removeOf', { name })} onClick={onRemove}>
        <IconX size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  )
}
