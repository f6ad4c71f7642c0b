import { Button, Stack } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { byField, type Failure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { markInvalid } from '#web/lib/page/mark-invalid.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { PasswordChecklist } from '#web/ui/password-checklist.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import type { PasswordErrors, Passwords } from './check-passwords.ts'

interface Props {
  labels: Passwords
  check: (given: Passwords) => PasswordErrors
  /** Resolves to null on success; the caller then navigates. */
  send: (given: Passwords) => Promise<Failure | null>
  /** The token expired or was used. */
  onOver: (message: string) => void
}

const empty: Passwords = { password: '', confirm: '' }

export function NewPasswordForm({ labels, check, send, onOver }: Props) {
  const [given, setGiven] = useState(empty)
  const [errors, setErrors] = useState<PasswordErrors & { readonly form?: string }>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function refuse(shown: typeof errors) {
    markInvalid(form.current, () => setErrors(shown))
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = check(given)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setBusy(true)
    const failure = await send(given)
    setBusy(false)
    if (!failure) return
    const { token, password, message } = byField(failure)
    if (token) return onOver(token)
    refuse(password ? { password: [password, message].filter(Boolean).join(' ') } : { form: failure.message })
  }
  function field(name: keyof Passwords) {
    return {
      label: labels[name],
      name,
      autoComplete: 'new-password',
      value: given[name],
      error: errors[name],
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        const text = event.currentTarget.value
        setGiven((before) => ({ ...before, [name]: text }))
        setErrors({})
      },
    }
  }

  return (
    <form onSubmit={submit} noValidate ref={form}>
      <Stack gap="md">
        <FormError text={errors.form} />
        <PasswordField {...field('password')} aria-describedby="password-rules" />
        <PasswordField {...field('confirm')} />
        <PasswordChecklist id="password-rules" password={given.password} />
        <Button type="submit" fullWidth loading={busy}>
          {t('recovery.savePassword')}
        </Button>
      </Stack>
    </form>
  )
}
