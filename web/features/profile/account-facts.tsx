import { Button, Title } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { profile } from '#contract/accounts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { shortDate } from '#web/lib/format.ts'
import { say } from '#web/lib/say.ts'
import { Facts } from '#web/ui/facts.tsx'

type Reply = ReplyOf<typeof profile>

interface Props {
  account: Reply['data']['attributes']
  role: Reply['meta']['role']
}

export function AccountFacts({ account, role }: Props) {
  return (
    <>
      <Title order={2} mb="md">
        {say('accounts.profileAccount')}
      </Title>
      <Facts
        facts={[
          [say('accounts.name'), `${account.first_name} ${account.last_name}`],
          [say('accounts.email'), account.email],
          [say('accounts.phone'), account.full_phone_number || say('accounts.notGiven')],
          [say('accounts.role'), say(role === 'admin' ? 'accounts.roleAdmin' : 'accounts.roleSurveyor')],
          [say('accounts.memberSince'), shortDate(account.created_at)],
        ]}
      />
      <Button
        component={Link}
        to="/profile/logout"
        variant="default"
        mt="lg"
        leftSection={<IconLogout size={18} aria-hidden />}
      >
        {say('accounts.logoutButton')}
      </Button>
    </>
  )
}
