import { Alert, Button, Divider, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { joinByPassword, mailJoinLink } from '#contract/accounts/social.ts'
import { byField, call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import type { LoggedIn } from '#web/lib/session/begin-session.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

interface Props {
  email: string
  secret: string
  provider: string
  onJoined: (reply: LoggedIn) => void
  onCancel: () => void
}

/** Links a social login to the account with the same email, after proof by password or email. */
export function JoinAccount({ email, secret, provider, onJoined, onCancel }: Props) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<{ password?: string; form?: string }>({})
  const [mailed, setMailed] = useState<string | null>(null)
  const [busy, setBusy] = useState<'password' | 'mail' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  useTitle(t('social.joinTitle'))

  async function join(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (password === '') return refuse({ password: t('accounts.passwordMissing') })
    setBusy('password')
    const result = await call(joinByPassword, { body: { data: { attributes: { secret, password } } } })
    setBusy(null)
    if (result.ok) return onJoined(result.reply)
    const wrong = byField(result).password
    refuse(wrong ? { password: wrong } : { form: result.message })
  }
  function refuse(shown: typeof error) {
    setError(shown)
    field.current?.focus()
  }
  async function mail() {
    setBusy('mail')
    setError({})
    const result = await call(mailJoinLink, { body: { data: { attributes: { secret } } } })
    setBusy(null)
    if (result.ok) setMailed(result.reply.data.message)
    else setError({ form: result.message })
  }

  return (
    <EntryPage title={t('social.joinTitle')}>
      <form onSubmit={join} noValidate>
        <Stack gap="md">
          <FormError text={error.form} />
          <Text style={{ overflowWrap: 'anywhere' }}>{t('social.joinText', { email, provider })}</Text>
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordField
            label={t('social.joinPassword')}
            name="password"
            autoComplete="current-password"
            value={password}
            ref={field}
            error={error.password}
            onChange={(event) => {
              setPassword(event.currentTarget.value)
              setError({})
            }}
          />
          <Button type="submit" fullWidth loading={busy === 'password'}>
            {t('social.joinButton')}
          </Button>
          <Divider label={t('social.or')} />
          {mailed && (
            <Alert color="accent" role="status">
              {mailed}
            </Alert>
          )}
          <Button variant="default" fullWidth loading={busy === 'mail'} onClick={mail}>
            {t('social.joinMail')}
          </Button>
          <Button variant="subtle" fullWidth onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        </Stack>
      </form>
    </EntryPage>
  )
}
