import { Button, Stack } from '@mantine/core'
import { shortDate } from '#web/lib/format.ts'
import { dayAndTime } from '#web/lib/format-time.ts'
import { say } from '#web/lib/say.ts'
import { useSession } from '#web/lib/session.ts'
import { Facts } from '#web/ui/facts.tsx'
import { type Change, changes, changesFor, isHarsh } from './account-changes.ts'
import type { Listed } from './queries.ts'
import { roleText, stateText, typeTextOf } from './words.ts'

interface Props {
  account: Listed
  onAsk: (change: Change) => void
  onHandOver: () => void
  onActivity: () => void
}

export function AccountFacts({ account, onAsk, onHandOver, onActivity }: Props) {
  const a = account.attributes
  const isOwn = useSession()?.userId === account.id
  return (
    <>
      <Facts
        facts={[
          [say('accounts.email'), a.email || say('accounts.notGiven')],
          [say('accounts.phone'), a.full_phone_number || say('accounts.notGiven')],
          [say('admin.type'), say(typeTextOf(a.type))],
          [say('accounts.role'), say(roleText[a.role])],
          [say('admin.state'), stateLine(a)],
          [say('admin.created'), shortDate(a.created_at)],
          [say('admin.lastSeen'), a.last_seen_at ? dayAndTime(a.last_seen_at) : say('admin.never')],
        ]}
      />
      <Stack gap="xs" mt="lg">
        {changesFor(account, isOwn).map((change) => (
          <Button
            key={change}
            variant="default"
            onClick={() => onAsk(change)}
            {...(isHarsh(change) ? { c: 'var(--mantine-color-error)' } : {})}
          >
            {say(changes[change].button)}
          </Button>
        ))}
        {a.is_disabled && !a.is_deleted && (
          <Button variant="default" onClick={onHandOver}>
            {say('teams.handOver')}
          </Button>
        )}
        <Button variant="default" onClick={onActivity}>
          {say('admin.showActivity')}
        </Button>
      </Stack>
    </>
  )
}

function stateLine(a: Listed['attributes']): string {
  const { is_disabled, is_invited, invitation_ends_at, restorable_until } = a
  if (restorable_until) return say('admin.goneOn', { date: shortDate(restorable_until) })
  if (is_disabled) return say(stateText.disabled)
  if (!is_invited) return say(stateText.active)
  if (!invitation_ends_at) return say(stateText.invited)
  const over = Date.parse(invitation_ends_at) <= Date.now()
  return say(over ? 'admin.invitationOver' : 'admin.invitationEnds', { date: shortDate(invitation_ends_at) })
}
