import { Button, Stack } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { resetPassword } from '#contract/accounts/accounts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { byField, call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import type { LoggedIn } from '#web/lib/session/begin-session.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordChecklist } from '#web/ui/password-checklist.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { checkNewPassword, type NewPassword } from './check-new-password.ts'

interface Props {
  token: string
  onDone: (reply: LoggedIn) => void
  onClose: () => void
}

type Shown = Partial<Record<'form' | keyof NewPassword, string>>

export function ChangePasswordForm({ token, onDone, onClose }: Props) {
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [errors, setErrors] = useState<Shown>({})
  const [busy, setBusy] = useState(false)
  const fields = { password: useRef<HTMLInputElement>(null), confirm: useRef<HTMLInputElement>(null) }
  const first = fields.password
  useEffect(() => first.current?.focus(), [first])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = checkNewPassword({ password, confirm })
    if (wrong) {
      const { first, ...keys } = wrong
      setErrors(Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, t(key)])))
      fields[first].current?.focus()
      return
    }
    setBusy(true)
    const attributes = { token, new_password: password, confirm_password: confirm }
    const result = await call(resetPassword, { body: { data: { attributes } } }, { token })
    setBusy(false)
    if (result.ok) return done(result.reply)
    const server = byField(result)
    const ofPassword = server.password ?? server.new_password
    setErrors(ofPassword ? { password: ofPassword } : { form: result.message })
    fields.password.current?.focus()
  }

  /** A reply to a change made in a one-time password's session contains a full session. */
  function done({ data, meta }: ReplyOf<typeof resetPassword>) {
    const { token, role, expires_at } = meta
    if (token && role && expires_at) onDone({ data, meta: { token, role, expires_at } })
    else onClose()
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError text={errors.form} />
        <PasswordField
          label={t('accounts.newPassword')}
          autoComplete="new-password"
          aria-describedby="password-rules"
          value={password}
          ref={fields.password}
          error={errors.password ?? Boolean(errors.form)}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setErrors({})
          }}
        />
        <PasswordField
          label={t('accounts.confirmNewPassword')}
          autoComplete="new-password"
          value={confirm}
          ref={fields.confirm}
          error={errors.confirm ?? Boolean(errors.form)}
          onChange={(event) => {
            setConfirm(event.currentTarget.value)
            setErrors({})
          }}
        />
        <PasswordChecklist id="password-rules" password={password} />
        <Button type="submit" loading={busy}>
          {t('accounts.confirm')}
        </Button>
      </Stack>
    </form>
  )
}
