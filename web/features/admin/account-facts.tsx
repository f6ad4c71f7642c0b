import { Button, Stack } from '@mantine/core'
import { shortDate } from '#web/lib/language/format.ts'
import { dayAndTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Facts } from '#web/ui/facts.tsx'
import { type Change, changes, changesFor, isDestructive } from './account-changes.ts'
import { roleText, stateText, typeTextOf } from './labels.ts'
import type { ListedAccount } from './queries.ts'

interface Props {
  account: ListedAccount
  onAsk: (change: Change) => void
  onHandOver: () => void
  onCollect: () => void
  onActivity: () => void
}

export function AccountFacts({ account, onAsk, onHandOver, onCollect, onActivity }: Props) {
  const a = account.attributes
  const isOwn = useSession()?.userId === account.id
  return (
    <>
      <Facts
        facts={[
          [t('accounts.email'), a.email || t('accounts.notGiven')],
          [t('accounts.phone'), a.full_phone_number || t('accounts.notGiven')],
          [t('admin.type'), t(typeTextOf(a.type))],
          [t('accounts.role'), t(roleText[a.role])],
          [t('admin.state'), stateLine(a)],
          [t('admin.created'), shortDate(a.created_at)],
          [t('admin.lastSeen'), a.last_seen_at ? dayAndTime(a.last_seen_at) : t('admin.never')],
        ]}
      />
      <Stack gap="xs" mt="lg">
        {changesFor(account, isOwn).map((change) => (
          <Button
            key={change}
            variant="default"
            onClick={() => onAsk(change)}
            {...(isDestructive(change) ? { c: 'var(--mantine-color-error)' } : {})}
          >
            {t(changes[change].button)}
          </Button>
        ))}
        {a.is_disabled && !a.is_deleted && (
          <>
            <Button variant="default" onClick={onHandOver}>
              {t('teams.handOver')}
            </Button>
            <Button variant="default" onClick={onCollect}>
              {t('collections.collect')}
            </Button>
          </>
        )}
        <Button variant="default" onClick={onActivity}>
          {t('admin.showActivity')}
        </Button>
      </Stack>
    </>
  )
}

function stateLine(a: ListedAccount['attributes']): string {
  const { is_disabled, is_invited, invitation_ends_at, restorable_until } = a
  if (restorable_until) return t('admin.goneOn', { date: shortDate(restorable_until) })
  if (is_disabled) return t(stateText.disabled)
  if (!is_invited) return t(stateText.active)
  if (!invitation_ends_at) return t(stateText.invited)
  const over = Date.parse(invitation_ends_at) <= Date.now()
  return t(over ? 'admin.invitationOver' : 'admin.invitationEnds', { date: shortDate(invitation_ends_at) })
}
