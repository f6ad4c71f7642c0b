import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { bareNumber, guestPhonePattern } from '#contract/rules/phone.ts'
import { guestLogIn, sendGuestCode } from '#contract/sharing/guest-dashboard.ts'
import { byField, call, type Failure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { startCountdown } from '#web/lib/phone/countdown.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Redirect } from '#web/ui/redirect.tsx'
import { TextedCodeForm } from '#web/ui/texted-code-form.tsx'
import { beginGuestSession, hasExpired, useGuestSession } from './guest-session.ts'

const guestCountdown = 'guest-code'

const key = 'guest-entry'

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

function NumberForm({ onSent }: { onSent: (asked: PendingCode) => void }) {
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

/** A sent code that the user hasn't entered yet. The code itself is never stored. */
interface PendingCode {
  /** As typed; digits only. */
  readonly phone: string
  readonly token: string
  readonly codeLength: number
  /** Minutes until the code expires. */
  readonly minutes: number
}

/** The pending code of this tab. Survives a reload: phones discard pages while the user reads the message. */
function pendingCode(): PendingCode | null {
  const text = sessionStorage.getItem(key)
  return text ? (JSON.parse(text) as PendingCode) : null
}

function clearPendingCode(): void {
  sessionStorage.removeItem(key)
}

async function requestCode(phone: string): Promise<PendingCode | Failure> {
  const result = await call(sendGuestCode, { body: { data: { attributes: { phone_number: phone } } } })
  if (!result.ok) return result
  const { token, code_length, expires_at } = result.reply.meta
  const minutes = Math.max(1, Math.round((Date.parse(expires_at) - Date.now()) / 60_000))
  const asked = { phone, token, codeLength: code_length, minutes }
  sessionStorage.setItem(key, JSON.stringify(asked))
  startCountdown(guestCountdown)
  return asked
}
