import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { Redirect } from '#web/ui/redirect.tsx'
import { CodeForm } from './code-form.tsx'
import { hasExpired, useGuestSession } from './guest-session.ts'
import { NumberForm } from './number-form.tsx'
import { clearPendingCode, pendingCode } from './pending-code.ts'

/** Asks for a phone number, then for the code sent to it. */
export function GuestLoginScreen() {
  const session = useGuestSession()
  const [asked, setAsked] = useState(pendingCode)
  const title = t(asked ? 'entry.codeTitle' : 'guests.loginTitle')
  useTitle(title)
  if (session) return <Redirect to="/GuestDashboard" replace />

  function another(): void {
    clearPendingCode()
    setAsked(null)
  }
  return (
    <EntryPage title={title} below={<ToAccount />}>
      {asked ? (
        <Stack gap="md">
          <CodeForm asked={asked} onSentAgain={setAsked} />
          <Button variant="subtle" onClick={another}>
            {t('entry.otherNumber')}
          </Button>
        </Stack>
      ) : (
        <Stack gap="md">
          {hasExpired() && <Alert color="yellow">{t('guests.sessionOver')}</Alert>}
          <NumberForm onSent={setAsked} />
        </Stack>
      )}
    </EntryPage>
  )
}

function ToAccount() {
  return (
    <Text>
      <Anchor component={Link} to="/" fw={600}>
        {t('guests.toLogin')}
      </Anchor>
    </Text>
  )
}
