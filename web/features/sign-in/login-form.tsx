import { Alert, Anchor, Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import type { logIn } from '#contract/accounts/accounts.ts'
import { logInCall } from '#contract/accounts/login-calls.ts'
import { byField, call, type Failure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link, useLocation } from '#web/lib/page/router.tsx'
import type { LoggedIn } from '#web/lib/session/begin-session.ts'
import { rememberedId, rememberId } from '#web/lib/session/session.ts'
import { LegalConsent } from '#web/ui/legal-consent.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { checkLogin, type Login } from './check-login.ts'

/** `form` alone marks no field as invalid; `wrong` marks both. */
type Shown = Partial<Record<'form' | keyof Login, string>> & { readonly wrong?: boolean }

export function LoginForm({ onLoggedIn }: { onLoggedIn: (reply: LoggedIn) => void }) {
  const { state } = useLocation()
  const [email, setEmail] = useState(() => emailIn(state) || rememberedId())
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(() => rememberedId() !== '')
  const [errors, setErrors] = useState<Shown>({})
  const [busy, setBusy] = useState(false)
  const fields = { email: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) }

  function refuse(shown: Shown, first: keyof Login) {
    setErrors(shown)
    fields[first].current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = checkLogin({ email, password })
    if (wrong) return refuse(inWords(wrong), wrong.first)
    setBusy(true)
    const result = await call<typeof logIn>(logInCall, {
      body: {
        data: {
          type: 'email_account',
          attributes: { email: email.trim(), password, remember_me: remember },
        },
      },
    })
    setBusy(false)
    if (!result.ok) return refuse(refusal(result), 'password')
    rememberId(remember ? email.trim() : null)
    setPassword('')
    onLoggedIn(result.reply)
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {errors.form && (
          <Alert color="red" role="alert" id="login-error" c="red.9" variant="light">
            {errors.form}
          </Alert>
        )}
        <TextInput
          label={t('accounts.email')}
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          inputMode="email"
          value={email}
          ref={fields.email}
          error={errors.email ?? errors.wrong}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setErrors({})
          }}
        />
        <PasswordField
          label={t('accounts.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          ref={fields.password}
          error={errors.password ?? errors.wrong}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setErrors({})
          }}
        />
        <Checkbox
          label={t('accounts.rememberMe')}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <Text size="sm" c="dimmed">
          <LegalConsent of="accounts.loginConsent" />
        </Text>
        <Button type="submit" fullWidth loading={busy}>
          {t('accounts.logInButton')}
        </Button>
        <Text ta="center">
          {t('accounts.forgotQuestion')}{' '}
          <Anchor component={Link} to="/passwords">
            {t('accounts.resetHere')}
          </Anchor>
        </Text>
      </Stack>
    </form>
  )
}

function inWords(wrong: NonNullable<ReturnType<typeof checkLogin>>): Shown {
  return {
    ...(wrong.form ? { form: t(wrong.form), wrong: true } : {}),
    ...(wrong.email ? { email: t(wrong.email) } : {}),
    ...(wrong.password ? { password: t(wrong.password) } : {}),
  }
}

/** Wrong credentials never mark a single field: that would reveal which part was right. */
function refusal(failure: Failure): Shown {
  const fields = byField(failure)
  const form = fields.message ?? fields.password ?? fields.email ?? failure.message
  return { form, wrong: [401, 422].includes(failure.status) }
}

function emailIn(state: unknown): string {
  return typeof state === 'object' && state !== null && 'email' in state ? String(state.email) : ''
}
