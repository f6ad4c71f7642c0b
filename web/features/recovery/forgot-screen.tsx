import { Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { byField } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { startCountdown } from '#web/lib/phone/countdown.ts'
import { rememberedId } from '#web/lib/session/session.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { type EmailFault, emailFault } from './check-email.ts'
import { EmailField } from './email-field.tsx'
import { RecoveryLinks } from './recovery-links.tsx'
import { forgetRecoveryError, recoveryEmail, recoveryError, storeRecoveryEmail } from './recovery-storage.ts'
import { linkCountdown, sendLink } from './send-link.ts'

export function ForgotScreen() {
  const [error] = useState(recoveryError)
  useEffect(forgetRecoveryError, [])
  useTitle(t('recovery.title'))
  return (
    <EntryPage
      title={t('recovery.title')}
      below={<RecoveryLinks to="/ForgotPasswordOTP" words={t('recovery.byCode')} />}
    >
      <ForgotForm error={error} initialEmail={recoveryEmail() ?? rememberedId()} />
    </EntryPage>
  )
}

interface Props {
  /** Why an earlier attempt failed. */
  error: string | null
  initialEmail: string
}

function ForgotForm({ error, initialEmail }: Props) {
  const sends = useAbilities()
  const navigate = useNavigate()
  const [email, setEmail] = useState(initialEmail)
  const [fault, setFault] = useState<EmailFault | null>(null)
  const [refused, setRefused] = useState<{ email?: string; form?: string }>(error ? { form: error } : {})
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const found = emailFault(email)
    // Submitting the same unusual ending again confirms it.
    if (found && !(found === 'unusual' && fault === 'unusual')) {
      setFault(found)
      field.current?.focus()
      return
    }
    setBusy(true)
    const result = await sendLink(email.trim())
    setBusy(false)
    if (!result.ok) {
      const { email: words } = byField(result)
      setRefused(words ? { email: words } : { form: result.message })
      if (words) field.current?.focus()
      return
    }
    storeRecoveryEmail(email.trim())
    startCountdown(linkCountdown)
    await navigate('/passwords/check_email')
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError text={refused.form} />
        <Text>{t(deliveryNotice('recovery.lead', sends.email))}</Text>
        <EmailField
          value={email}
          fault={fault}
          refused={refused.email}
          ref={field}
          onChange={(text) => {
            setEmail(text)
            setFault(null)
            setRefused({})
          }}
        />
        <Button type="submit" fullWidth loading={busy}>
          {t('recovery.send')}
        </Button>
      </Stack>
    </form>
  )
}
