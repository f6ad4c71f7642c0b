import { Anchor, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link, useLocation } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { beginSession, type LoggedIn } from '#web/lib/session/begin-session.ts'
import { returnTo } from '#web/lib/session/return-to.ts'
import { useSession } from '#web/lib/session/session.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { Redirect } from '#web/ui/redirect.tsx'
import { FirstPassword } from './first-password.tsx'
import { PhoneLoginForm } from './phone-login-form.tsx'

/** Login by phone number, with a password or a code. */
export function PhoneLoginScreen() {
  const session = useSession()
  const { state } = useLocation()
  const [restricted, setRestricted] = useState<string | null>(null)
  useTitle(t('entry.phoneLoginTitle'))
  if (session) return <Redirect to={returnTo(state, session.userId)} replace />

  function begin(reply: LoggedIn) {
    if (reply.data.attributes.is_one_time_password_expired) beginSession(reply)
    else setRestricted(reply.meta.token)
  }
  return (
    <EntryPage title={t('entry.phoneLoginTitle')} below={<Others />}>
      <PhoneLoginForm onLoggedIn={begin} />
      {restricted && (
        <FirstPassword token={restricted} onDone={beginSession} onClose={() => setRestricted(null)} />
      )}
    </EntryPage>
  )
}

function Others() {
  const { state } = useLocation()
  return (
    <Stack gap="xs" align="center">
      <Anchor component={Link} to="/" state={state} fw={600}>
        {t('entry.byEmail')}
      </Anchor>
      <Text>
        {t('accounts.noAccount')}{' '}
        <Anchor component={Link} to="/PhoneRegistration" fw={600}>
          {t('accounts.signUpButton')}
        </Anchor>
      </Text>
    </Stack>
  )
}
