import { Box, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronRight, IconKey, IconLogout, IconSettings, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { Passkeys } from '#web/features/passkeys/passkeys.tsx'
import { JoinedAccounts } from '#web/features/social/joined-accounts.tsx'
import { t } from '#web/lib/language/translate.ts'
import { Link, useLocation } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { storePhoto } from '#web/lib/session/session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { DetailsForm } from './details-form.tsx'
import { Devices } from './devices.tsx'
import { type Account, mayChangePassword, mayChangePhone } from './fields.ts'
import { LogoutChoice } from './logout-choice.tsx'
import { NoticeRegion, useNotice } from './notice.tsx'
import { PhotoBlock } from './photo-block.tsx'
import classes from './profile.module.css'
import { type Profile, profileQuery } from './queries.ts'
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
        <ApiKeysLink />
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

/** Link to the keys by which programs call the API. */
function ApiKeysLink() {
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="api-keys">
      <Title order={2} id="api-keys" mb={4}>
        {t('apiKeys.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('apiKeys.lead')}
      </Text>
      <Button
        component={Link}
        to="/profile/api-keys"
        variant="default"
        leftSection={<IconKey size={18} aria-hidden />}
      >
        {t('apiKeys.manage')}
      </Button>
    </Paper>
  )
}

/** Link to the settings. The side menu has no entry for them. */
function SettingsLink() {
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="settings">
      <Title order={2} id="settings" mb={4}>
        {t('settings.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('settings.profileText')}
      </Text>
      <Button
        component={Link}
        to="/Settings2"
        variant="default"
        leftSection={<IconSettings size={18} aria-hidden />}
      >
        {t('settings.open')}
      </Button>
    </Paper>
  )
}

/** Log out and delete account, on the wide profile. */
function AccountActions() {
  const [deleting, setDeleting] = useState(false)
  return (
    <Paper component="section" withBorder radius="lg" p="lg" aria-labelledby="actions">
      <Title order={2} id="actions" mb="md">
        {t('profile.actions')}
      </Title>
      <Group gap="sm">
        <Button
          component={Link}
          to="/profile/logout"
          variant="default"
          leftSection={<IconLogout size={18} aria-hidden />}
        >
          {t('accounts.logoutButton')}
        </Button>
        <Button
          variant="light"
          color="red"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => setDeleting(true)}
        >
          {t('profile.deleteButton')}
        </Button>
      </Group>
      {deleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </Paper>
  )
}

/** The narrow profile: a row for each part, linked to its screen. */
function ProfileRows({ account }: { account: Account }) {
  const [deleting, setDeleting] = useState(false)
  const none = t('accounts.notGiven')
  const phone = account.full_phone_number || none
  return (
    <Paper withBorder radius="lg" style={{ overflow: 'hidden' }}>
      <ul className={classes.rows}>
        <Row
          to="/profile/name"
          what={t('profile.nameTitle')}
          value={`${account.first_name} ${account.last_name}`}
        />
        {mayChangePhone(account) ? (
          <Row to="/profile/phone" what={t('profile.phoneTitle')} value={phone} />
        ) : (
          <Row what={t('profile.phoneTitle')} value={phone} />
        )}
        <Row to="/profile/company" what={t('profile.companyTitle')} value={account.company_name || none} />
        <Row what={t('accounts.email')} value={account.email || none} />
        {mayChangePassword(account) && (
          <Row to="/profile/ChangePasswordMobileScreen" what={t('accounts.password')} value="••••••••" />
        )}
        <li>
          <Link to="/profile/logout" className={classes.row}>
            <IconLogout size={20} stroke={1.75} aria-hidden />
            <span className={classes.what}>{t('accounts.logoutButton')}</span>
          </Link>
        </li>
        <li>
          <Text
            component="button"
            type="button"
            c="var(--mantine-color-error)"
            className={classes.row ?? ''}
            onClick={() => setDeleting(true)}
          >
            <IconTrash size={20} stroke={1.75} aria-hidden />
            <span className={classes.what}>{t('profile.deleteButton')}</span>
          </Text>
        </li>
      </ul>
      {deleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </Paper>
  )
}

function Row({ what, value, to }: { what: string; value: string; to?: string }) {
  const text = (
    <span className={classes.what}>
      <span>{what}</span>
      <br />
      <span className={classes.value}>{value}</span>
    </span>
  )
  if (!to)
    return (
      <li>
        <div className={classes.row}>{text}</div>
      </li>
    )
  return (
    <li>
      <Link to={to} className={classes.row}>
        {text}
        <IconChevronRight size={20} aria-hidden />
      </Link>
    </li>
  )
}
