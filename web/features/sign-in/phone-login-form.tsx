import { Alert, Button, Checkbox, Divider, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { logIn } from '#contract/accounts/accounts.ts'
import { byField, call, type Failure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { markInvalid } from '#web/lib/page/mark-invalid.ts'
import { useLocation, useNavigate } from '#web/lib/page/router.tsx'
import { withDeviceCountry } from '#web/lib/phone/countries.ts'
import { fullPhone, type Phone, phoneErrors } from '#web/lib/phone/phone.ts'
import { beginPhoneEntry } from '#web/lib/phone/phone-entry.ts'
import type { LoggedIn } from '#web/lib/session/begin-session.ts'
import { rememberedPhone, rememberId } from '#web/lib/session/session.ts'
import { LegalConsent } from '#web/ui/legal-consent.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { PhoneFields } from '#web/ui/phone-fields.tsx'

type Shown = Partial<Record<'form' | 'password' | keyof Phone, string>>

const none: Phone = { countryCode: '', phone: '' }

export function PhoneLoginForm({ onLoggedIn }: { onLoggedIn: (reply: LoggedIn) => void }) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [phone, setPhone] = useState<Phone>(() => phoneIn(state) ?? rememberedPhone() ?? none)
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(() => rememberedPhone() !== null)
  const [errors, setErrors] = useState<Shown>({})
  const [busy, setBusy] = useState<'password' | 'code' | null>(null)
  const form = useRef<HTMLFormElement>(null)

  function refuse(shown: Shown) {
    markInvalid(form.current, () => setErrors(shown))
  }
  function refused(failure: Failure) {
    const { full_phone_number: number, password: secret } = byField(failure)
    if (number) refuse({ phone: number })
    else if (secret) refuse({ password: secret })
    else refuse({ form: failure.message })
  }

  /** Validates the number. Returns null after showing its errors. */
  async function checked(by: 'password' | 'code'): Promise<Phone | null> {
    setBusy(by)
    const given = await withDeviceCountry(phone)
    setBusy(null)
    const wrong = phoneErrors(given)
    if (Object.keys(wrong).length === 0) return given
    refuse(wrong)
    return null
  }
  async function withPassword(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (!phone.phone.trim() && !password) return refuse({ form: t('accounts.loginBothMissing') })
    const given = await checked('password')
    if (!given) return
    if (!password) return refuse({ password: t('accounts.passwordMissing') })
    setBusy('password')
    const attributes = { full_phone_number: fullPhone(given) ?? '', password, remember_me: remember }
    const result = await call(logIn, { body: { data: { type: 'sms_account', attributes } } })
    setBusy(null)
    if (!result.ok) return refused(result)
    rememberId(remember ? given.phone.trim() : null, given.countryCode)
    setPassword('')
    onLoggedIn(result.reply)
  }

  async function withCode() {
    if (busy) return
    const given = await checked('code')
    if (!given) return
    setBusy('code')
    const begun = await beginPhoneEntry({
      purpose: 'log-in',
      phone: given,
      fullPhone: fullPhone(given) ?? '',
      remember,
    })
    setBusy(null)
    if ('ok' in begun) return refused(begun)
    await navigate('/OTPInputAuth', { state })
  }

  return (
    <form onSubmit={withPassword} noValidate ref={form}>
      <Stack gap="md">
        {errors.form && (
          <Alert color="red" role="alert" c="red.9" variant="light">
            {errors.form}
          </Alert>
        )}
        <PhoneFields
          value={phone}
          errors={{ ...errors, ...(errors.form ? { phone: ' ' } : {}) }}
          onBegin={(countryCode) => setPhone((before) => ({ ...before, countryCode }))}
          onChange={(field, text) => {
            setPhone((before) => ({ ...before, [field]: text }))
            setErrors({})
          }}
        />
        <PasswordField
          label={t('accounts.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          error={errors.password ?? Boolean(errors.form)}
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
        <Button type="submit" fullWidth loading={busy === 'password'}>
          {t('accounts.logInButton')}
        </Button>
        <Divider label={t('entry.phoneOrCode')} />
        <Button variant="default" fullWidth loading={busy === 'code'} onClick={withCode}>
          {t('entry.logInByCode')}
        </Button>
      </Stack>
    </form>
  )
}

/** A number that was just signed up with, from the history state. */
function phoneIn(state: unknown): Phone | null {
  if (typeof state !== 'object' || state === null || !('phone' in state)) return null
  const { phone } = state
  if (typeof phone !== 'object' || phone === null || !('phone' in phone && 'countryCode' in phone))
    return null
  return { phone: String(phone.phone), countryCode: String(phone.countryCode) }
}
