import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconUserMinus } from '@tabler/icons-react'
import type { GrantedRole } from '#contract/sharing/members.ts'
import { t } from '#web/lib/language/translate.ts'
import classes from './people.module.css'
import type { Member } from './use-members.ts'

interface Props {
  readonly member: Member
  /** The viewer is the survey's owner. */
  readonly mayManage: boolean
  readonly busy: boolean
  readonly onRole: (role: GrantedRole) => void
  readonly onRemove: () => void
}

const roles = {
  owner: 'together.roleOwner',
  editor: 'together.roleEditor',
  viewer: 'together.roleViewer',
} as const

/** A member with their role. */
export function MemberRow({ member, mayManage, busy, onRole, onRemove }: Props) {
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
