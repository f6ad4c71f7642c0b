import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { guestLogIn } from '#contract/sharing/guest-dashboard.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { Redirect } from '#web/ui/redirect.tsx'
import { TextedCodeForm } from '#web/ui/texted-code-form.tsx'
import { beginGuestSession, hasExpired, useGuestSession } from './guest-session.ts'
import { NumberForm } from './number-form.tsx'
import {
  clearPendingCode,
  guestCountdown,
  type PendingCode,
  pendingCode,
  requestCode,
} from './pending-code.ts'

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

interface Props {
  readonly asked: PendingCode
  readonly onSentAgain: (asked: PendingCode) => void
}

function CodeForm({ asked, onSentAgain }: Props) {
  async function confirm(otp_code: string): Promise<Failure | null> {
    // In the body: a code in the URL would appear in logs and history.
    const attributes = { otp_code, token: asked.token }
    const result = await call(guestLogIn, { body: { data: { attributes } } })
    if (!result.ok) return result
    clearPendingCode()
    const { meta, data } = result.reply
    beginGuestSession({ token: meta.token, phone: data.attributes.phone_number })
    return null
  }
  async function sendAgain(): Promise<Failure | null> {
    const again = await requestCode(asked.phone)
    if ('ok' in again) return again
    onSentAgain(again)
    return null
  }
  const { phone, minutes, codeLength } = asked
  return <TextedCodeForm {...{ phone, minutes, codeLength, confirm, sendAgain }} countdown={guestCountdown} />
}
