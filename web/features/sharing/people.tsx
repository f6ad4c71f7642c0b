import { ActionIcon, Button, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import type { GrantedRole, listMembers } from '#contract/sharing/members.ts'
import { grantText } from '#web/lib/language/grant-text.ts'
import { t } from '#web/lib/language/translate.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { AddMember } from './add-member.tsx'
import { ConfirmRemoval } from './confirm-steps.tsx'
import classes from './people.module.css'
import { type Member, useMembers } from './use-members.ts'

const roles = {
  owner: 'together.roleOwner',
  editor: 'together.roleEditor',
  viewer: 'together.roleViewer',
} as const

interface Props {
  readonly surveyId: string
  readonly onLeft: () => void
}

/** The survey's members. The owner adds, changes and removes them; members can view the list and leave. */
export function People({ surveyId, onLeft }: Props) {
  const members = useMembers(surveyId)
  const [asked, setAsked] = useState<Member | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [status, setStatus] = useState('')
  const { people, busy } = members

  if (people.at === 'failed') return <ErrorState text={people.message} onRetry={members.retry} />
  if (people.at === 'loading') return <PeopleLoading />
  const mine = people.members.some(({ attributes }) => attributes.is_me && attributes.role === 'owner')

  async function confirm(member: Member): Promise<void> {
    const leaving = member.attributes.is_me
    const failed = await (leaving ? members.leave(member.id) : members.remove(member.id))
    setProblem(failed?.message ?? null)
    if (failed) return
    setAsked(null)
    if (leaving) onLeft()
    else setStatus(t('members.removed'))
  }

  if (asked) {
    const leaving = asked.attributes.is_me
    return (
      <ConfirmRemoval
        title={t(leaving ? 'together.leaveTitle' : 'together.removeTitle', { name: nameOf(asked) })}
        text={t(leaving ? 'together.leaveText' : 'together.removeText')}
        confirm={t(leaving ? 'together.leave' : 'together.remove')}
        busy={busy}
        failure={problem}
        onConfirm={() => void confirm(asked)}
        onBack={() => {
          setProblem(null)
          setAsked(null)
        }}
      />
    )
  }
  return (
    <Stack gap="lg">
      <ul className={classes.people} aria-label={t('together.people')}>
        {people.members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            mayManage={mine}
            busy={busy}
            onRole={async (role) => {
              const failed = await members.changeRole(member.id, role)
              setProblem(failed?.message ?? null)
              const name = nameOf(member)
              const now = t(role === 'editor' ? 'together.roleEditor' : 'together.roleViewer')
              setStatus(failed ? '' : t('together.roleChanged', { name, role: now }))
            }}
            onRemove={() => {
              setStatus('')
              setAsked(member)
            }}
          />
        ))}
      </ul>
      <TeamReaders team={people.team} />
      {mine && people.members.length === 1 && people.team.length === 0 && (
        <Text c="dimmed">{t('together.nobodyElse')}</Text>
      )}
      {problem && (
        <Text c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      )}
      {mine && <AddMember members={members} onAdded={setStatus} />}
      <Text size="sm" role="status" className={classes.statement ?? ''}>
        {status}
      </Text>
    </Stack>
  )
}

export function nameOf({ attributes: { name, email } }: Member): string {
  return name || email
}

function PeopleLoading() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton height="2.75rem" mb="md" />
      <Skeleton height="2.75rem" mb="md" />
      <Skeleton height="2.75rem" width="70%" />
    </div>
  )
}

/** Accounts with access through the owner's team. Only an admin can change them. */
function TeamReaders({ team }: { team: ReplyOf<typeof listMembers>['meta']['team'] }) {
  if (team.length === 0) return null
  return (
    <section>
      <h3 className={classes.addTitle}>{t('teams.yourTeam')}</h3>
      <ul className={classes.people}>
        {team.map(({ name, granted }) => (
          <li key={`${name} ${granted}`} className={classes.person}>
            <span className={classes.name}>{name}</span>
            <span className={classes.role}>{grantText(granted)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface MemberRowProps {
  readonly member: Member
  /** The viewer is the survey's owner. */
  readonly mayManage: boolean
  readonly busy: boolean
  readonly onRole: (role: GrantedRole) => void
  readonly onRemove: () => void
}

/** A member with their role. */
function MemberRow({ member, mayManage, busy, onRole, onRemove }: MemberRowProps) {
  const { name, email, role, state, is_me } = member.attributes
  const shown = name || email
  const managed = mayManage && role !== 'owner'
  return (
    <li className={classes.person}>
      <div className={classes.who}>
        <p className={classes.name}>
          {shown}
          {is_me && <span className={classes.quiet}> ({t('together.you')})</span>}
        </p>
        {name !== '' && email !== '' && <p className={classes.quiet}>{email}</p>}
        {state === 'invited' && <p className={classes.quiet}>{t('together.invited')}</p>}
      </div>
      <div className={classes.does}>
        {managed ? (
          <NativeSelect
            aria-label={t('together.roleOf', { name: shown })}
            value={role}
            disabled={busy}
            data={[
              { value: 'editor', label: t('together.roleEditor') },
              { value: 'viewer', label: t('together.roleViewer') },
            ]}
            onChange={({ currentTarget }) => onRole(currentTarget.value === 'viewer' ? 'viewer' : 'editor')}
          />
        ) : (
          <span className={classes.role}>{t(roles[role])}</span>
        )}
        {managed && (
          <ActionIcon
            color="red"
            disabled={busy}
            aria-label={t('together.removeOf', { name: shown })}
            title={t('together.remove')}
            onClick={onRemove}
          >
            <IconUserMinus size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        {is_me && role !== 'owner' && (
          <Button
            variant="subtle"
            color="red"
            c="var(--mantine-color-error)"
            disabled={busy}
            onClick={onRemove}
          >
            {t('together.leave')}
          </Button>
        )}
      </div>
    </li>
  )
}
