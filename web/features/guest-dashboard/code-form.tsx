import { guestLogIn } from '#contract/sharing/guest-dashboard.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { TextedCodeForm } from '#web/ui/texted-code-form.tsx'
import { beginGuestSession } from './guest-session.ts'
import { clearPendingCode, guestCountdown, type PendingCode, requestCode } from './pending-code.ts'

interface Props {
  readonly asked: PendingCode
  readonly onSentAgain: (asked: PendingCode) => void
}

export function CodeForm({ asked, onSentAgain }: Props) {
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
