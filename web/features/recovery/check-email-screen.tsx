import { Box, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Redirect } from '#web/ui/redirect.tsx'
import { Resend } from '#web/ui/resend.tsx'
import { recoveryEmail } from './recovery-storage.ts'
import { linkCountdown, sendLink } from './send-link.ts'

/** Confirms that a link was sent. Redirects if none was requested. */
export function CheckEmailScreen() {
  const sends = useAbilities()
  const [email] = useState(recoveryEmail)
  const [failed, setFailed] = useState<string | null>(null)
  const [sent, setSent] = useState(false)
  useTitle(t('recovery.checkTitle'))
  if (!email) return <Redirect to="/" replace />

  async function resend(to: string): Promise<boolean> {
    setFailed(null)
    setSent(false)
    const result = await sendLink(to)
    if (result.ok) setSent(true)
    else setFailed(result.message)
    return result.ok
  }
  return (
    <EntryPage title={t('recovery.checkTitle')}>
      <Stack gap="md">
        <FormError text={failed} />
        <Text>
          {t(deliveryNotice('recovery.checkText', sends.email))}{' '}
          <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
            {email}
          </Text>
        </Text>
        {sends.email && (
          <Text c="dimmed" size="sm">
            {t('recovery.checkHint')}
          </Text>
        )}
        <Box>
          <Resend countdown={linkCountdown} onResend={() => resend(email)} />
          <Text role="status" size="sm" ta="center">
            {sent ? t(deliveryNotice('recovery.sentAgain', sends.email)) : ''}
          </Text>
        </Box>
        <Button component={Link} to="/" fullWidth>
          {t('accounts.backToLogin')}
        </Button>
      </Stack>
    </EntryPage>
  )
}
