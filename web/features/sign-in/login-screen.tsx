import { Alert, Anchor, Button, Divider, Stack, Text } from '@mantine/core'
import { IconDeviceMobile, IconUsers } from '@tabler/icons-react'
import { lazy, useEffect, useState } from 'react'
import { spokenLanguage } from '#contract/messages/spoken.ts'
import { PasskeyLogin } from '#web/features/passkeys/passkey-login.tsx'
import { isPrivate } from '#web/lib/files/storage-facts.ts'
import { storeLanguage, withMessages } from '#web/lib/language/language.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link, useLocation } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { beginSession, type LoggedIn } from '#web/lib/session/begin-session.ts'
import { asksToLogIn, returnTo } from '#web/lib/session/return-to.ts'
import { useSession, useSessionExpired } from '#web/lib/session/session.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { loadWithRetries } from '#web/lib/start/load-with-retries.ts'
import { reloadPage } from '#web/lib/start/reload.ts'
import { lostWork } from '#web/offline/store/lost-work.ts'
import { readIndex } from '#web/offline/store/second-record/record-index.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { Part } from '#web/ui/part.tsx'
import { Redirect } from '#web/ui/redirect.tsx'
import { LoginForm } from './login-form.tsx'

const { View: LeftAccounts } = lazyPart(() =>
  withMessages(async () => (await import('./left-accounts.tsx')).LeftAccounts),
)

const { View: FirstPassword } = lazyPart(() =>
  withMessages(async () => (await import('./first-password.tsx')).FirstPassword),
)
const LoginRequiredDialog = lazy(() =>
  loadWithRetries(() =>
    withMessages(async () => ({
      default: (await import('./login-required-dialog.tsx')).LoginRequiredDialog,
    })),
  ),
)

/** The login. A one-time password must be replaced first. */
export function LoginScreen() {
  const session = useSession()
  // An expired session has its own message.
  const expired = useSessionExpired()
  const { state } = useLocation()
  const [restricted, setRestricted] = useState<string | null>(null)
  useTitle(t('accounts.loginTitle'))
  if (session) return <Redirect to={returnTo(state, session.userId)} replace />

  function begin(reply: LoggedIn) {
    if (reply.data.attributes.is_one_time_password_expired) beginSession(reply)
    else setRestricted(reply.meta.token)
  }
  return (
    <EntryPage title={t('accounts.loginTitle')} below={<Below />}>
      <Stack gap="lg">
        <PrivateNotice />
        <LoginForm onLoggedIn={begin} />
        {/* Below the form: it appears late and must not move the button. */}
        <UnsentWorkNotice />
        <OtherWays onLoggedIn={begin} />
      </Stack>
      {asksToLogIn(state) && !expired && (
        <Part>
          <LoginRequiredDialog />
        </Part>
      )}
      {restricted && (
        <Part instead={<p role="alert">{t('common.network')}</p>}>
          <FirstPassword token={restricted} onDone={beginSession} onClose={() => setRestricted(null)} />
        </Part>
      )}
    </EntryPage>
  )
}

function Below() {
  return (
    <Stack gap="xs" align="center">
      <ToSignUp />
      <Anchor component={Link} to="/GuestLogin">
        {t('entry.asGuest')}
      </Anchor>
      <LanguageSwitch />
    </Stack>
  )
}

function ToSignUp() {
  return (
    <Text>
      {t('accounts.noAccount')}{' '}
      <Anchor component={Link} to="/EmailAccountRegistration" fw={600}>
        {t('accounts.signUpButton')}
      </Anchor>
    </Text>
  )
}

/** Switches this device's language before login. Names each language in its own words. */
function LanguageSwitch() {
  const other = spokenLanguage() === 'es' ? 'en' : 'es'
  return (
    <Button
      variant="subtle"
      lang={other}
      onClick={() => {
        storeLanguage(other)
        void reloadPage()
      }}
    >
      {t(other === 'es' ? 'common.inSpanish' : 'common.inEnglish')}
    </Button>
  )
}

/** Warns that a private window loses unsent work, if the browser reveals that it is one. */
function PrivateNotice() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    let isLeft = false
    void isPrivate().then((yes) => !isLeft && setShown(yes))
    return () => {
      isLeft = true
    }
  }, [])
  if (!shown) return null
  return (
    <Alert color="yellow" role="status">
      {t('accounts.privateWindow')}
    </Alert>
  )
}

/** Other login methods below the password: passkey, phone, social accounts. */
function OtherWays({ onLoggedIn }: { onLoggedIn: (reply: LoggedIn) => void }) {
  const { state } = useLocation()
  const { social: hasSocial } = useAbilities()
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <Stack gap="md" component="section" aria-label={t('entry.otherWays')}>
      <Divider label={t('entry.otherWays')} />
      <PasskeyLogin onLoggedIn={onLoggedIn} />
      <Stack gap="md">
        <Button
          variant="default"
          component={Link}
          to="/PhoneLogin"
          state={state}
          leftSection={<IconDeviceMobile {...icon} />}
        >
          {t('entry.byPhone')}
        </Button>
        {hasSocial && (
          <Button
            variant="default"
            component={Link}
            to="/SocialMediaAccountLoginScreen"
            state={state}
            leftSection={<IconUsers {...icon} />}
          >
            {t('entry.bySocial')}
          </Button>
        )}
      </Stack>
    </Stack>
  )
}

interface Found {
  readonly waits: boolean
  readonly isLost: boolean
}

/** Says that this device has unsent work, how to get it sent, and whether some was lost. */
function UnsentWorkNotice() {
  const [found, setFound] = useState<Found>({ waits: false, isLost: false })
  useEffect(() => {
    let left = false
    readFound().then(
      (read) => !left && setFound(read),
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [])
  return (
    <>
      {found.waits && (
        <Part>
          <LeftAccounts />
        </Part>
      )}
      {found.isLost && (
        <Text size="sm" role="status">
          {t('accounts.workLost')}
        </Text>
      )}
    </>
  )
}

/** Reading restores cleared work, so it must come first. */
async function readFound(): Promise<Found> {
  const waits = await somethingWaits()
  return { waits, isLost: Object.keys(lostWork()).length > 0 }
}

/** Skips loading the storage code on a device that never stored anything. */
async function somethingWaits(): Promise<boolean> {
  const known = await indexedDB.databases?.()
  const isNew = known && !known.some(({ name }) => name === 'fieldbook')
  if (isNew && readIndex() === null) return false
  const { waitingOfOthers } = await import('#web/offline/storage/device-stores.ts')
  return (await waitingOfOthers('')) > 0
}
