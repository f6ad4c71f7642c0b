import { Button, Radio, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { byField, type Failure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { markInvalid } from '#web/lib/page/mark-invalid.ts'
import { withDeviceCountry } from '#web/lib/phone/countries.ts'
import { fullPhone, type Phone, type PhoneErrors, phoneErrors } from '#web/lib/phone/phone.ts'
import { rememberedId, rememberedPhone } from '#web/lib/session/session.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { PhoneFields } from '#web/ui/phone-fields.tsx'
import { type EmailFault, emailFault } from './check-email.ts'
import { EmailField } from './email-field.tsx'
import { recoveryEmail } from './recovery-storage.ts'
import { type PendingCode, requestCode, type Target } from './request-code.ts'

type Channel = 'phone' | 'email'

interface Shown {
  readonly form?: string
  readonly email?: string
  readonly phone?: PhoneErrors
}

const noPhone: Phone = { countryCode: '', phone: '' }

/** Asks for a phone number or email and sends a code to it. */
export function TargetForm({ onSent }: { onSent: (awaited: PendingCode) => void }) {
  const sends = useAbilities()
  const [channel, setChannel] = useState<Channel>('phone')
  const [phone, setPhone] = useState<Phone>(() => rememberedPhone() ?? noPhone)
  const [email, setEmail] = useState(() => recoveryEmail() ?? rememberedId())
  const [fault, setFault] = useState<EmailFault | null>(null)
  const [shown, setShown] = useState<Shown>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function clear() {
    setFault(null)
    setShown({})
  }
  function refuse(next: Shown) {
    markInvalid(form.current, () => setShown(next))
  }
  /** The validated target, or null after showing its errors. */
  async function target(): Promise<Target | null> {
    if (channel === 'phone') {
      const given = await withDeviceCountry(phone)
      const wrong = recoveryPhoneErrors(given)
      if (Object.keys(wrong).length === 0) return { full_phone_number: fullPhone(given) ?? '' }
      refuse({ phone: wrong })
      return null
    }
    const found = emailFault(email)
    if (!found || (found === 'unusual' && fault === 'unusual')) return { email: email.trim() }
    setFault(found)
    refuse({})
    return null
  }
  function refused(failure: Failure) {
    const { email: address, full_phone_number: number } = byField(failure)
    if (address) refuse({ email: address })
    else if (number) refuse({ phone: { phone: number } })
    else refuse({ form: failure.message })
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const to = await target()
    const begun = to && (await requestCode(to))
    setBusy(false)
    if (!begun) return
    if ('ok' in begun) refused(begun)
    else onSent(begun)
  }

  return (
    <form onSubmit={submit} noValidate ref={form}>
      <Stack gap="md">
        <FormError text={shown.form} />
        <Text>{t(deliveryNotice('recovery.codeLead', channel === 'email' ? sends.email : sends.sms))}</Text>
        <Radio.Group
          label={t('recovery.channel')}
          value={channel}
          onChange={(value) => {
            setChannel(value === 'email' ? 'email' : 'phone')
            clear()
          }}
        >
          <Stack gap="sm" mt="xs">
            <Radio value="phone" label={t('recovery.toPhone')} />
            <Radio value="email" label={t('recovery.toEmail')} />
          </Stack>
        </Radio.Group>
        {channel === 'phone' ? (
          <PhoneFields
            value={phone}
            errors={shown.phone ?? {}}
            onBegin={(countryCode) => setPhone((before) => ({ ...before, countryCode }))}
            onChange={(field, text) => {
              setPhone((before) => ({ ...before, [field]: text }))
              clear()
            }}
          />
        ) : (
          <EmailField
            value={email}
            fault={fault}
            refused={shown.email}
            onChange={(text) => {
              setEmail(text)
              clear()
            }}
          />
        )}
        <Button type="submit" fullWidth loading={busy}>
          {t('recovery.sendCode')}
        </Button>
      </Stack>
    </form>
  )
}

/** Phone errors with this screen's message for a missing number. */
function recoveryPhoneErrors(phone: Phone): PhoneErrors {
  return phone.phone.trim() === '' ? { phone: t('recovery.phoneRequired') } : phoneErrors(phone)
}
