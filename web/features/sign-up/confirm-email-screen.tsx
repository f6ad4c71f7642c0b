import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { confirmEmail } from '#contract/accounts/entry.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { storeUnconfirmedEmail, unconfirmedEmail } from '#web/lib/session/unconfirmed-email.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

/**
 * Opened by the emailed link. Requires a click: mail scanners open links too, and they don't own the email.
 */
export function ConfirmEmailScreen() {
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '')
  const [done, setDone] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const [busy, setBusy] = useState(false)
  const [password, setPassword] = useState('')
  const [reset, setReset] = useState<string | null>(null)
  const session = useSession()
  const navigate = useNavigate()
  useTitle(t('entry.confirmEmailTitle'))
  // Removes the token from the URL, the history and the screen.
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])

  async function confirm() {
    setBusy(true)
    setFailed(null)
    const input = { body: { token, ...(password && { password }) } }
    // A logged-in owner keeps the account's password and sessions.
    const result = await call(confirmEmail, input, session ? { token: session.token } : {})
    setBusy(false)
    if (result.ok) {
      // The dashboard stops asking for confirmation.
      if (session && unconfirmedEmail(session.userId) === result.reply.data.email)
        storeUnconfirmedEmail(session.userId, '')
      setDone(result.reply.data.message)
      setReset(result.reply.meta.token)
    } else {
      setFailed(result.message)
      // Other failures may pass on retry.
      setOver(result.status === 410)
    }
  }

  return (
    <EntryPage title={t('entry.confirmEmailTitle')}>
      <Stack gap="md">
        <FormError text={failed} />
        <Text role="status">{done ?? t(over ? 'entry.confirmEmailOver' : 'entry.confirmEmailAsk')}</Text>
        {!session && !done && !over && (
          <>
            <Text size="sm">{t('entry.confirmEmailElsewhere')}</Text>
            <PasswordField
              label={t('entry.confirmEmailPassword')}
              value={password}
              autoComplete="current-password"
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          </>
        )}
        {reset !== null ? (
          <Button
            key="new"
            fullWidth
            autoFocus
            onClick={() => navigate('/passwords/forgot_password', { state: { token: reset } })}
          >
            {t('entry.chooseNewPassword')}
          </Button>
        ) : done || over ? (
          <Button key="on" fullWidth autoFocus onClick={() => navigate(session ? '/dashboard' : '/')}>
            {t(done ? 'common.continue' : session ? 'common.toDashboard' : 'common.toLogin')}
          </Button>
        ) : (
          <Button fullWidth loading={busy} onClick={confirm} autoFocus>
            {t('entry.confirmEmailButton')}
          </Button>
        )}
      </Stack>
    </EntryPage>
  )
}
