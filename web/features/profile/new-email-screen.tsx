import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { confirmNewEmail } from '#contract/accounts/profile.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

/** Opened by the link to a new email. Requires a click: mail scanners open links too. */
export function NewEmailScreen() {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '')
  const [done, setDone] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const [password, setPassword] = useState('')
  const session = useSession()
  useTitle(t('profile.emailTitle'))
  // Removes the token from the URL, the history and the screen.
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])

  async function confirm() {
    setBusy(true)
    setFailed(null)
    const attributes = { token, ...(password && { password }) }
    const input = { body: { data: { attributes } } }
    const result = await call(confirmNewEmail, input, session ? { token: session.token } : {})
    setBusy(false)
    if (result.ok) setDone(result.reply.data.message)
    else {
      setFailed(result.message)
      // Other failures may pass on retry.
      setOver(result.status === 410)
    }
  }

  return (
    <EntryPage title={t('profile.emailTitle')}>
      <Stack gap="md">
        <FormError text={failed} />
        <Text role="status">{done ?? t('profile.emailText')}</Text>
        {!session && !done && !over && (
          <PasswordField
            label={t('profile.currentPassword')}
            value={password}
            autoComplete="current-password"
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        {done || over ? (
          <Button component={Link} to="/profile" fullWidth>
            {t('profile.toProfile')}
          </Button>
        ) : (
          <Button fullWidth loading={busy} onClick={confirm} autoFocus>
            {t('profile.emailConfirm')}
          </Button>
        )}
      </Stack>
    </EntryPage>
  )
}
