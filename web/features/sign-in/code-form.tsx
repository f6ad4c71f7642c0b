import { confirmCode } from '#contract/accounts/entry.ts'
import { call, type Failure } from '#web/lib/http/call.ts'
import { beginPhoneEntry, codeCountdown, type PhoneEntry } from '#web/lib/phone/phone-entry.ts'
import { TextedCodeForm } from '#web/ui/texted-code-form.tsx'

interface Props {
  entry: PhoneEntry
  onSentAgain: (entry: PhoneEntry) => void
  onConfirmed: (entry: PhoneEntry) => Promise<void> | void
}

export function CodeForm({ entry, onSentAgain, onConfirmed }: Props) {
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
