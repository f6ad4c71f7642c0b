import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { logIn } from '#contract/accounts/accounts.ts'
import { confirmCode } from '#contract/accounts/entry.ts'
import { type CallResult, call, type Failure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link, useLocation, useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import {
  beginPhoneEntry,
  codeCountdown,
  forgetPhoneEntry,
  keepPhoneEntry,
  type PhoneEntry,
  phoneEntry,
} from '#web/lib/phone/phone-entry.ts'
import { beginSession, type LoggedIn } from '#web/lib/session/begin-session.ts'
import { returnTo } from '#web/lib/session/return-to.ts'
import { rememberId, useSession } from '#web/lib/session/session.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Redirect } from '#web/ui/redirect.tsx'
import { TextedCodeForm } from '#web/ui/texted-code-form.tsx'
import { FirstPassword } from './first-password.tsx'

/** Asks for the texted code, then logs in, signs up, or offers what else the number allows. */
export function CodeScreen() {
  const session = useSession()
  const { state } = useLocation()
  const navigate = useNavigate()
  const [entry, setEntry] = useState(phoneEntry)
  const [failed, setFailed] = useState<string | null>(null)
  const [restricted, setRestricted] = useState<string | null>(null)
  const title = titleOf(entry)
  useTitle(title)
  if (session) return <Redirect to={returnTo(state, session.userId)} replace />
  if (!entry) return <Redirect to="/PhoneLogin" replace />

  function change(next: PhoneEntry) {
    keepPhoneEntry(next)
    setEntry(next)
  }
  /** Proceeds if the number fits the purpose; otherwise asks first. */
  async function confirmed(next: PhoneEntry) {
    keepPhoneEntry(next)
    const known = next.confirmed?.hasAccount ?? false
    if (next.purpose === 'log-in' && known) return logIn(next)
    if (next.purpose === 'sign-up' && !known) return navigate('/AdditionalDetails')
    setEntry(next)
  }
  async function logIn(by: PhoneEntry) {
    const result = await logInByCode(by)
    if (!result.ok) {
      setEntry(by)
      return setFailed(result.message)
    }
    forgetPhoneEntry()
    rememberId(by.remember ? by.phone.phone.trim() : null, by.phone.countryCode)
    begin(result.reply)
  }
  function begin(reply: LoggedIn) {
    if (reply.data.attributes.is_one_time_password_expired) beginSession(reply)
    else setRestricted(reply.meta.token)
  }

  return (
    <EntryPage title={title} below={<OtherNumber entry={entry} />}>
      {entry.confirmed ? (
        <NumberFound
          entry={entry}
          error={failed}
          onLogIn={() => logIn(entry)}
          onCreate={() => navigate('/AdditionalDetails')}
        />
      ) : (
        <CodeForm entry={entry} onSentAgain={change} onConfirmed={confirmed} />
      )}
      {restricted && (
        <FirstPassword token={restricted} onDone={beginSession} onClose={() => setRestricted(null)} />
      )}
    </EntryPage>
  )
}

function titleOf(entry: PhoneEntry | null): string {
  if (!entry?.confirmed) return t('entry.codeTitle')
  return t(entry.confirmed.hasAccount ? 'entry.knownTitle' : 'entry.unknownTitle')
}

function OtherNumber({ entry }: { entry: PhoneEntry }) {
  const { state } = useLocation()
  return (
    <Text>
      <Anchor
        component={Link}
        to={entry.purpose === 'log-in' ? '/PhoneLogin' : '/PhoneRegistration'}
        state={state}
        fw={600}
      >
        {t('entry.otherNumber')}
      </Anchor>
    </Text>
  )
}

/** Logs in with the token of a confirmed code. */
function logInByCode({ fullPhone, token, remember }: PhoneEntry): Promise<CallResult<typeof logIn>> {
  const attributes = { full_phone_number: fullPhone, token, remember_me: remember }
  return call(logIn, { body: { data: { type: 'sms_account', attributes } } })
}

interface Props {
  entry: PhoneEntry
  onSentAgain: (entry: PhoneEntry) => void
  onConfirmed: (entry: PhoneEntry) => Promise<void> | void
}

function CodeForm({ entry, onSentAgain, onConfirmed }: Props) {
  async function confirm(pin: string): Promise<Failure | null> {
    // In the body: a code in the URL would appear in logs and history.
    const result = await call(confirmCode, { body: { data: { attributes: { pin, token: entry.token } } } })
    if (!result.ok) return result
    const { token, has_account } = result.reply.meta
    await onConfirmed({ ...entry, token, confirmed: { hasAccount: has_account } })
    return null
  }
  async function sendAgain(): Promise<Failure | null> {
    const again = await beginPhoneEntry(entry)
    if ('ok' in again) return again
    onSentAgain(again)
    return null
  }
  const { fullPhone: phone, minutes, codeLength } = entry
  return <TextedCodeForm {...{ phone, minutes, codeLength, confirm, sendAgain }} countdown={codeCountdown} />
}

interface NumberFoundProps {
  entry: PhoneEntry
  error: string | null
  onLogIn: () => Promise<unknown>
  onCreate: () => void
}

/** Says whether the verified number has an account. Reading the code proved who holds it. */
function NumberFound({ entry, error, onLogIn, onCreate }: NumberFoundProps) {
  const [busy, setBusy] = useState(false)
  const known = entry.confirmed?.hasAccount ?? false
  async function press() {
    if (!known) return onCreate()
    setBusy(true)
    await onLogIn()
    setBusy(false)
  }
  return (
    <Stack gap="md">
      <FormError text={error} />
      <Text role="status">
        {t(known ? 'entry.knownText' : 'entry.unknownText', { phone: entry.fullPhone })}
      </Text>
      <Button fullWidth loading={busy} onClick={press} autoFocus>
        {t(known ? 'entry.logInNow' : 'entry.createAccount')}
      </Button>
    </Stack>
  )
}
