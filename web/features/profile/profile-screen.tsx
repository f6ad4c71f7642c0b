import { Paper, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { Passkeys } from '#web/features/passkeys/passkeys.tsx'
import { say } from '#web/lib/say.ts'
import { useTitle } from '#web/lib/title.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AccountFacts } from './account-facts.tsx'
import { Devices } from './devices.tsx'
import { LogoutDialog } from './logout-dialog.tsx'
import { profileQuery } from './queries.ts'
import { SettingsLink } from './settings-link.tsx'

export function ProfileScreen() {
  const { data, error, refetch, isFetching } = useQuery(profileQuery)
  const { pathname } = useLocation()
  useTitle(say('accounts.profileTitle'))
  return (
    <>
      <PageHeader title={say('accounts.profileTitle')} />
      <Stack gap="lg" maw="44rem">
        <Paper withBorder radius="lg" p="lg">
          {data && <AccountFacts account={data.data.attributes} role={data.meta.role} />}
          {error && !data && <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />}
          {!data && !error && <Skeleton height={230} />}
        </Paper>
        <Passkeys />
        <Devices />
        <SettingsLink />
      </Stack>
      {pathname === '/profile/logout' && <LogoutDialog />}
    </>
  )
}
