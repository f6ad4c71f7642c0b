import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { bareNumber, guestPhonePattern } from '#contract/rules/phone.ts'
import { byField } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { type PendingCode, requestCode } from './pending-code.ts'

export function NumberForm({ onSent }: { onSent: (asked: PendingCode) => void }) {
  const { sms } = useAbilities()
  const [phone, setPhone] = useState('')
  const [errors, setErrors] = useState<{ phone?: string; form?: string }>({})
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function refuse(shown: typeof errors): void {
    setErrors(shown)
    field.current?.focus()
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    const number = bareNumber(phone)
    if (!guestPhonePattern.test(number)) return refuse({ phone: t('accounts.phoneNotValid') })
    setBusy(true)
    const asked = await requestCode(number)
    setBusy(false)
    if (!('ok' in asked)) return onSent(asked)
    const { phone_number, full_phone_number } = byField(asked)
    const wrong = phone_number ?? full_phone_number
    refuse(wrong ? { phone: wrong } : { form: asked.message })
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <Text>{t(deliveryNotice('guests.loginText', sms))}</Text>
        <FormError text={errors.form} />
        <TextInput
          ref={field}
          label={t('guests.phone')}
          description={t('guests.phoneNote')}
          type="tel"
          name="phone"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={32}
          value={phone}
          error={errors.phone}
          onChange={({ currentTarget }) => {
            setPhone(currentTarget.value)
            setErrors({})
          }}
        />
        <Button type="submit" fullWidth loading={busy}>
          {t('guests.sendCode')}
        </Button>
      </Stack>
    </form>
  )
}
