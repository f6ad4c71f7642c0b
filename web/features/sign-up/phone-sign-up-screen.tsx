import { Anchor, Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { byField } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { markInvalid } from '#web/lib/page/mark-invalid.ts'
import { Link, useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { withDeviceCountry } from '#web/lib/phone/countries.ts'
import { fullPhone, type Phone, type PhoneErrors, phoneErrors } from '#web/lib/phone/phone.ts'
import { beginPhoneEntry } from '#web/lib/phone/phone-entry.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { LegalConsent } from '#web/ui/legal-consent.tsx'
import { PhoneFields } from '#web/ui/phone-fields.tsx'
import { LoginLink } from './login-link.tsx'

/** Verifies the phone number by code; the details follow. */
export function PhoneSignUpScreen() {
  const sends = useAbilities()
  const navigate = useNavigate()
  const [phone, setPhone] = useState<Phone>({ countryCode: '', phone: '' })
  const [errors, setErrors] = useState<PhoneErrors & { readonly form?: string }>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useTitle(t('entry.phoneSignUpTitle'))

  function refuse(wrong: typeof errors) {
    markInvalid(form.current, () => setErrors(wrong))
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const given = await withDeviceCountry(phone)
    const wrong = phoneErrors(given)
    const begun =
      Object.keys(wrong).length === 0 &&
      (await beginPhoneEntry({
        purpose: 'sign-up',
        phone: given,
        fullPhone: fullPhone(given) ?? '',
        remember: false,
      }))
    setBusy(false)
    if (!begun) return refuse(wrong)
    if (!('ok' in begun)) return navigate('/OTPInputAuth')
    const { full_phone_number: number } = byField(begun)
    refuse(number ? { phone: number } : { form: begun.message })
  }

  return (
    <EntryPage title={t('entry.phoneSignUpTitle')} below={<LoginLink />}>
      <form onSubmit={submit} noValidate ref={form}>
        <Stack gap="md">
          <FormError text={errors.form} />
          <Text>{t(deliveryNotice('entry.phoneSignUpText', sends.sms))}</Text>
          <PhoneFields
            value={phone}
            errors={errors}
            onBegin={(countryCode) => setPhone((before) => ({ ...before, countryCode }))}
            onChange={(field, text) => {
              setPhone((before) => ({ ...before, [field]: text }))
              setErrors({})
            }}
          />
          <Text size="sm" c="dimmed">
            <LegalConsent of="accounts.signUpConsent" />
          </Text>
          <Button type="submit" fullWidth loading={busy}>
            {t('entry.sendCode')}
          </Button>
          <Text ta="center">
            <Anchor component={Link} to="/EmailAccountRegistration">
              {t('entry.signUpByEmail')}
            </Anchor>
          </Text>
        </Stack>
      </form>
    </EntryPage>
  )
}
