import { Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { forgetPhoneEntry, phoneEntry } from '#web/lib/phone/phone-entry.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { Redirect } from '#web/ui/redirect.tsx'
import { DetailsForm } from './details-form.tsx'
import { logInNewAccount } from './log-in-new-account.ts'

/** The details of a sign-up by phone, after the correct code. */
export function DetailsScreen() {
  const navigate = useNavigate()
  const [entry] = useState(phoneEntry)
  useTitle(t('entry.detailsTitle'))
  if (!entry?.confirmed) return <Redirect to="/PhoneRegistration" replace />
  return (
    <EntryPage title={t('entry.detailsTitle')}>
      <Text mb="md">{t('entry.detailsText', { phone: entry.fullPhone })}</Text>
      <DetailsForm
        entry={entry}
        onCreated={async (password) => {
          const { fullPhone, phone } = entry
          await logInNewAccount(navigate, {
            login: { type: 'sms_account', attributes: { full_phone_number: fullPhone, password } },
            otherwise: { to: '/PhoneLogin', state: { phone } },
          })
          forgetPhoneEntry()
        }}
      />
    </EntryPage>
  )
}
