import { ActionIcon, Alert, Button, Group, NativeSelect, Stack, Text, Title } from '@mantine/core'
import { IconUserPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { deleteTeam, type Grant, removeTeamMember, setTeamMember } from '#contract/sharing/teams.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { ConfirmCall } from '#web/ui/confirm-call.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { AccountChoice } from '../account-choice.tsx'
import { grantChoices, parseGrant, reloadTeams, type Team, type TeamMember } from './queries.ts'
import { TeamNameDialog } from './team-name-dialog.tsx'
import classes from './teams.module.css'

interface Props {
  readonly team: Team
  /** Receives the success message. */
  readonly onDone: (text: string) => void
}

type Asked = 'add' | 'rename' | 'delete' | TeamMember

export function TeamCard({ team, onDone }: Props) {
  const { id } = team
  const { name, members } = team.attributes
  const [asked, setAsked] = useState<Asked | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const close = () => setAsked(null)

  async function ended(result: { readonly ok: true } | Failure, done = ''): Promise<string | null> {
    if (!result.ok) return result.message
    await reloadTeams()
    onDone(done)
    close()
    return null
  }

  return (
    <li className={classes.team}>
      <Group justify="space-between" gap="xs">
        <div className={classes.words}>
          <Title order={2} size="h4">
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {t('teams.members', { count: members.length })}
          </Text>
        </div>
        <Group gap={4}>
          <Button
            variant="subtle"
            px="xs"
            onClick={() => setAsked('rename')}
            aria-label={t('teams.renameOf', { name })}
          >
            {t('teams.rename')}
          </Button>
          <Button
            variant="subtle"
            px="xs"
            color="red"
            onClick={() => setAsked('delete')}
            aria-label={t('teams.deleteOf', { name })}
          >
            {t('teams.deleteButton')}
          </Button>
        </Group>
      </Group>
      {problem && (
        <Alert color="red" my="xs" role="alert">
          {problem}
        </Alert>
      )}
      <ul className={classes.members}>
        {members.map((member) => (
          <MemberRow
            key={member.account_id}
            team={team}
            member={member}
            onProblem={setProblem}
            onRemove={() => setAsked(member)}
          />
        ))}
      </ul>
      <Button
        variant="light"
        leftSection={<IconUserPlus size={18} aria-hidden />}
        onClick={() => setAsked('add')}
        aria-label={t('teams.addMemberTo', { name })}
      >
        {t('teams.addMember')}
      </Button>
      {asked === 'add' && <AddMemberDialog team={team} onClose={close} />}
      {asked === 'rename' && <TeamNameDialog team={team} onClose={close} />}
      {asked === 'delete' && (
        <ConfirmCall
          onClose={close}
          run={async () => ended(await call(deleteTeam, { params: { id } }), t('teams.deleted'))}
          title={t('teams.deleteTitle', { name })}
          text={t('teams.deleteText')}
          confirm={t('teams.deleteTeam')}
          danger
        />
      )}
      {asked !== null && typeof asked === 'object' && (
        <ConfirmCall
          onClose={close}
          run={async () =>
            ended(await call(removeTeamMember, { params: { id, account_id: asked.account_id } }))
          }
          title={t('teams.removeTitle', { name: asked.name, team: name })}
          text={t('teams.removeText')}
          confirm={t('teams.remove')}
          danger
        />
      )}
    </li>
  )
}

interface MemberRowProps {
  readonly team: Team
  readonly member: TeamMember
  readonly onProblem: (text: string | null) => void
  readonly onRemove: () => void
}

/** Changes of a grant are saved immediately. */
function MemberRow({ team, member, onProblem, onRemove }: MemberRowProps) {
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

interface AddMemberDialogProps {
  readonly team: Team
  readonly onClose: () => void
}

function AddMemberDialog({ team, onClose }: AddMemberDialogProps) {
  const [person, setPerson] = useState<string | null>(null)
  const [granted, setGranted] = useState<Grant>('none')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function add() {
    if (person === null) return
    setBusy(true)
    setError(null)
    const params = { id: team.id, account_id: person }
    const result = await call(setTeamMember, { params, body: { granted } })
    setBusy(false)
    if (!result.ok) return setError(result.message)
    await reloadTeams()
    onClose()
  }

  return (
    <Dialog
      opened
      onClose={busy ? () => undefined : onClose}
      title={t('teams.addMemberTo', { name: team.attributes.name })}
    >
      <Stack gap="md">
        {/* As a Stack child, its flex-basis (a width) would become its height. */}
        <div>
          <AccountChoice
            value={person}
            onChange={setPerson}
            label={t('teams.person')}
            placeholder={t('teams.findPerson')}
            first
          />
        </div>
        <NativeSelect
          label={t('teams.accessLabel')}
          value={granted}
          data={grantChoices()}
          onChange={({ currentTarget }) => setGranted(parseGrant(currentTarget.value))}
        />
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={busy}>
          {t('common.cancel')}
        </Button>
        <Button onClick={() => void add()} loading={busy} disabled={person === null}>
          {t('teams.addMember')}
        </Button>
      </Group>
    </Dialog>
  )
}
