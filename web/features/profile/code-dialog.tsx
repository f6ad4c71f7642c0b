import { Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { confirmNewPhone, validateNewPhone } from '#contract/accounts/profile.ts'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { byField, call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { markInvalid } from '#web/lib/page/mark-invalid.ts'
import { startCountdown } from '#web/lib/phone/countdown.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { CodeField } from '#web/ui/code-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { Resend } from '#web/ui/resend.tsx'
import type { Account } from './fields.ts'
import { cacheProfile } from './queries.ts'
import type { SentCode } from './use-profile-form.ts'

interface Props {
  sent: SentCode
  needsPassword: boolean
  onProven: (account: Account) => void
  onClose: () => void
}

type Errors = Partial<Record<'form' | 'code' | 'password', string>>
const countdown = 'new-phone'

/** Confirms a new phone number by code, and by password if the account has one. */
export function CodeDialog({ sent, needsPassword, onProven, onClose }: Props) {
  const sends = useAbilities()
  const [{ token, length }, setAwaited] = useState(sent)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => startCountdown(countdown), [])

  function refuse(wrong: Errors) {
    markInvalid(form.current, () => setErrors(wrong))
  }
  async function confirm(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong: Errors = {
      ...(code.length === length ? {} : { code: t('entry.codeNotValid') }),
      ...(needsPassword && !password ? { password: t('accounts.passwordMissing') } : {}),
    }
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setBusy(true)
    const attributes = { token, otp_code: code, ...(needsPassword ? { current_password: password } : {}) }
    const result = await call(confirmNewPhone, { body: { data: { attributes } } })
    setBusy(false)
    if (result.ok) {
      cacheProfile(result.reply)
      return onProven(result.reply.data.attributes)
    }
    const errors = byField(result)
    if (errors.password) return refuse({ password: errors.password })
    refuse(errors.otp_code ? { code: errors.otp_code } : { form: result.message })
  }
  async function resend(): Promise<boolean> {
    const again = await call(validateNewPhone, { body: { data: { new_phone_number: sent.phone } } })
    if (again.ok) {
      // The next code may have a different length.
      const { token: newest, code_length } = again.reply.meta
      setAwaited({ ...sent, token: newest, length: code_length })
      setCode('')
    } else setErrors({ form: again.message })
    return again.ok
  }

  return (
    <Dialog opened onClose={onClose} title={t('profile.codeTitle')} closeOnClickOutside={false}>
      <form onSubmit={confirm} noValidate ref={form}>
        <Stack gap="md">
          <FormError text={errors.form} />
          <Text>{t(deliveryNotice('profile.codeText', sends.sms), { phone: sent.phone })}</Text>
          <CodeField
            label={t('profile.code')}
            length={length}
            value={code}
            error={errors.code}
            autoFocus
            onChange={(digits) => {
              setCode(digits)
              setErrors(({ code: _, form: __, ...others }) => others)
            }}
          />
          {needsPassword && (
            <PasswordField
              label={t('profile.currentPassword')}
              autoComplete="current-password"
              value={password}
              error={errors.password}
              onChange={({ currentTarget }) => {
                setPassword(currentTarget.value)
                setErrors(({ password: _, form: __, ...others }) => others)
              }}
            />
          )}
          <Button type="submit" loading={busy}>
            {t('profile.codeConfirm')}
          </Button>
          <Resend countdown={countdown} onResend={resend} />
        </Stack>
      </form>
    </Dialog>
  )
}
