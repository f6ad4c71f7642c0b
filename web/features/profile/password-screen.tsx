import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { changePassword } from '#contract/accounts/profile.ts'
import { byField, call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { markInvalid } from '#web/lib/page/mark-invalid.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { PasswordChecklist } from '#web/ui/password-checklist.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { type Errors, mayChangePassword, type Passwords, passwordErrors } from './fields.ts'
import { profileQuery } from './queries.ts'
import { useUnsavedPrompt } from './use-unsaved-prompt.tsx'

const empty: Passwords = { current: '', fresh: '', retype: '' }

/** Changes the password, then confirms it. */
export function PasswordScreen() {
  const { data } = useQuery(profileQuery)
  const [done, setDone] = useState(false)
  const none = data !== undefined && !mayChangePassword(data.data.attributes)
  useTitle(t('profile.passwordTitle'))
  return (
    <>
      <PageHeader title={t('profile.passwordTitle')} />
      <Paper withBorder radius="lg" p="lg" maw="32rem">
        {done && <Changed />}
        {!done &&
          (none ? <Text>{t('profile.passwordNone')}</Text> : <ChangeForm onDone={() => setDone(true)} />)}
      </Paper>
    </>
  )
}

function Changed() {
  const navigate = useNavigate()
  return (
    <Stack gap="md" role="status">
      <Group gap="sm">
        <IconCheck size={24} aria-hidden />
        <Title order={2}>{t('accounts.passwordChanged')}</Title>
      </Group>
      <Text>{t('profile.passwordChangedText')}</Text>
      <Button autoFocus onClick={() => navigate('/profile', { replace: true })}>
        {t('common.continue')}
      </Button>
    </Stack>
  )
}

function ChangeForm({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate()
  const [given, setGiven] = useState(empty)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const asks = useUnsavedPrompt(Object.values(given).some((text) => text !== ''))

  function refuse(wrong: Errors) {
    markInvalid(form.current, () => setErrors(wrong))
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = passwordErrors(given)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setBusy(true)
    const attributes = {
      old_password: given.current,
      new_password: given.fresh,
      confirm_password: given.retype,
    }
    const result = await call(changePassword, { body: { data: { attributes } } })
    setBusy(false)
    if (result.ok) {
      setGiven(empty)
      return onDone()
    }
    refuse({
      form: byField(result).password ?? (result.status === 0 ? t('profile.unexpected') : result.message),
    })
  }
  function input(field: keyof Passwords) {
    return {
      name: field,
      value: given[field],
      error: errors[field],
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
        const text = currentTarget.value
        setGiven((before) => ({ ...before, [field]: text }))
        setErrors({})
      },
    }
  }

  return (
    <>
      <form onSubmit={submit} noValidate ref={form}>
        <Stack gap="md">
          <FormError text={errors.form} />
          <PasswordField
            label={t('profile.currentPassword')}
            autoComplete="current-password"
            {...input('current')}
            error={errors.current ?? Boolean(errors.form)}
          />
          <PasswordField
            label={t('accounts.newPassword')}
            autoComplete="new-password"
            aria-describedby="password-rules"
            {...input('fresh')}
          />
          <PasswordField
            label={t('profile.retypePassword')}
            autoComplete="new-password"
            {...input('retype')}
          />
          <PasswordChecklist id="password-rules" password={given.fresh} />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => navigate('/profile', { replace: true })}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('profile.save')}
            </Button>
          </Group>
        </Stack>
      </form>
      {asks}
    </>
  )
}
