import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { invite } from '#contract/admin/admin.ts'
import { byField, call, newKey } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { markInvalid } from '#web/lib/page/mark-invalid.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { checkInvitation, type Invitation } from './check-invitation.ts'
import { roles } from './console-state.ts'
import { roleText } from './labels.ts'

interface Props {
  busy: boolean
  onBusy: (busy: boolean) => void
  onClose: () => void
  onInvited: (email: string) => void
}

const empty: Invitation = { first_name: '', last_name: '', email: '', role: 'surveyor' }
type Errors = Readonly<Record<string, string>>

export function InviteForm({ busy, onBusy, onClose, onInvited }: Props) {
  const [given, setGiven] = useState(empty)
  const [errors, setErrors] = useState<Errors>({})
  // A retry of the same invitation keeps its idempotency key; any edit gets a new one.
  const [key, setKey] = useState(newKey)
  const form = useRef<HTMLFormElement>(null)

  function change(part: Partial<Invitation>) {
    setGiven((before) => ({ ...before, ...part }))
    setKey(newKey())
    setErrors(({ message: _message, ...others }) =>
      Object.fromEntries(Object.entries(others).filter(([field]) => !(field in part))),
    )
  }
  function input(field: 'first_name' | 'last_name' | 'email') {
    return {
      name: field,
      value: given[field],
      error: errors[field],
      required: true,
      withAsterisk: false,
      onChange: (event: { currentTarget: HTMLInputElement }) =>
        change({ [field]: event.currentTarget.value }),
    }
  }
  function refuse(wrong: Errors) {
    markInvalid(form.current, () => setErrors(wrong))
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = Object.entries(checkInvitation(given)).map(([field, text]) => [field, t(text)])
    if (wrong.length > 0) return refuse(Object.fromEntries(wrong))
    onBusy(true)
    const result = await call(invite, { body: { data: { attributes: given } } }, { key })
    onBusy(false)
    if (result.ok) onInvited(result.reply.data.attributes.email)
    else refuse(byField(result))
  }

  return (
    <form onSubmit={submit} noValidate ref={form}>
      <Stack gap="md">
        <FormError text={errors.message} />
        <TextInput
          label={t('accounts.firstName')}
          autoComplete="off"
          data-autofocus
          {...input('first_name')}
        />
        <TextInput label={t('accounts.lastName')} autoComplete="off" {...input('last_name')} />
        <TextInput
          label={t('accounts.email')}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          {...input('email')}
        />
        <NativeSelect
          label={t('accounts.role')}
          value={given.role}
          data={roles.toReversed().map((role) => ({ value: role, label: t(roleText[role]) }))}
          onChange={({ currentTarget: { value } }) =>
            change({ role: roles.find((role) => role === value) ?? 'surveyor' })
          }
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('admin.inviteSend')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
