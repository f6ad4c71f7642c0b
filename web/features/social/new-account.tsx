import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { LegalConsent } from '#web/ui/legal-consent.tsx'
import { createSocialAccount, type Outcome } from './finish-social-login.ts'

interface Props {
  email: string
  secret: string
  onOutcome: (outcome: Outcome) => void
  onCancel: () => void
}

/** After a login with an unknown social account: asks before creating an account. */
export function NewAccount({ email, secret, onOutcome, onCancel }: Props) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useTitle(t('social.newTitle'))

  async function create() {
    setBusy(true)
    const outcome = await createSocialAccount(secret)
    setBusy(false)
    if (outcome.kind === 'refused') setError(outcome.message)
    else onOutcome(outcome)
  }

  return (
    <EntryPage title={t('social.newTitle')}>
      <Stack gap="md">
        <FormError text={error} />
        <Text>{t('social.newText', { email })}</Text>
        <Text size="sm" c="dimmed">
          <LegalConsent of="accounts.signUpConsent" />
        </Text>
        <Button fullWidth loading={busy} onClick={create}>
          {t('social.newButton')}
        </Button>
        <Button fullWidth variant="default" onClick={onCancel} disabled={busy}>
          {t('common.cancel')}
        </Button>
      </Stack>
    </EntryPage>
  )
}
