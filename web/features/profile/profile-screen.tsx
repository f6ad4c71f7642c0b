import { Box, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { limits } from '#contract/limits.ts'
import { Passkeys } from '#web/features/passkeys/passkeys.tsx'
import { JoinedAccounts } from '#web/features/social/joined-accounts.tsx'
import { t } from '#web/lib/language/translate.ts'
import { useLocation } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { storePhoto } from '#web/lib/session/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AccountActions } from './account-actions.tsx'
import { DetailsForm } from './details-form.tsx'
import { Devices } from './devices.tsx'
import { LogoutChoice } from './logout-choice.tsx'
import { NoticeRegion, useNotice } from './notice.tsx'
import { PhotoBlock } from './photo-block.tsx'
import { ProfileRows } from './profile-rows.tsx'
import { type Profile, profileQuery } from './queries.ts'
import { SettingsLink } from './settings-link.tsx'
import { useLogout } from './use-logout.ts'
import { useUnsent } from './use-unsent.ts'

/** The profile: one screen when wide, rows when narrow. */
export function ProfileScreen() {
  const { data, error, refetch, isFetching } = useQuery(profileQuery)
  const { pathname } = useLocation()
  const { notice, showNotice, clear } = useNotice()
  const photo = data?.data.attributes.photo?.url ?? null
  useTitle(t('accounts.profileTitle'))
  useEffect(() => {
    if (data) storePhoto(photo)
  }, [data, photo])
  return (
    <>
      <PageHeader title={t('accounts.profileTitle')} />
      <Box maw="44rem">
        <NoticeRegion notice={notice} onClose={clear} />
      </Box>
      <Stack gap="lg" maw="44rem">
        {data && <Parts profile={data} showNotice={showNotice} clear={clear} />}
        {!data && (
          <Paper withBorder radius="lg" p="lg">
            {error ? (
              <ErrorState text={error.message} onRetry={() => refetch()} busy={isFetching} />
            ) : (
              <Group>
                <Skeleton height={155} circle />
                <Skeleton height={230} />
              </Group>
            )}
          </Paper>
        )}
        <Passkeys />
        <JoinedAccounts />
        <Devices />
        <SettingsLink />
      </Stack>
      {pathname === '/profile/logout' && <LogoutDialog />}
    </>
  )
}

interface PartsProps {
  profile: Profile
  showNotice: (text: string, good?: boolean) => void
  clear: () => void
}

function Parts({ profile, showNotice, clear }: PartsProps) {
  const wide = useMediaQuery(`(width > ${limits.breakpointWide}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  const account = profile.data.attributes
  return (
    <>
      <PhotoBlock profile={profile.data} showNotice={showNotice} />
      {wide ? (
        <>
          <DetailsForm account={account} onNotice={showNotice} onSaving={clear} />
          <AccountActions />
        </>
      ) : (
        <ProfileRows account={account} />
      )}
    </>
  )
}

function LogoutDialog() {
  const logout = useLogout()
  const unsent = useUnsent()
  return (
    <Dialog
      ownAddress
      // Opens once the unsent work is known, so the first view names it.
      opened={unsent !== null}
      onClose={logout.busy === null ? logout.stay : () => undefined}
      title={t('accounts.logoutTitle')}
    >
      <Text mb="md">{t('accounts.logoutText')}</Text>
      {unsent && <LogoutChoice {...logout} read={unsent} />}
    </Dialog>
  )
}
