import { Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { confirmCode } from '#contract/entry.ts'
import { promised } from '#contract/messages/promised.ts'
import { byField, call } from '#web/lib/call.ts'
import { beginPhoneEntry, codeCountdown, type PhoneEntry } from '#web/lib/phone-entry.ts'
import { say } from '#web/lib/say.ts'
import { useAbilities } from '#web/lib/use-abilities.ts'
import { CodeField } from '#web/ui/code-field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Resend } from '#web/ui/resend.tsx'

interface Props {
  entry: PhoneEntry
  onSentAgain: (entry: PhoneEntry) => void
  onConfirmed: (entry: PhoneEntry) => Promise<void> | void
}

export function CodeForm({ entry, onSentAgain, onConfirmed }: Props) {
  const sends = useAbilities()
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<{ code?: string; form?: string }>({})
  const [resent, setResent] = useState(false)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function refuse(shown: typeof errors) {
    setErrors(shown)
    field.current?.focus()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (code === '') return refuse({ code: say('entry.codeMissing') })
    if (code.length < entry.codeLength) return refuse({ code: say('entry.codeNotValid') })
    setBusy(true)
    // In the body: an address would keep the code in logs and in the history.
    const result = await call(confirmCode, {
      body: { data: { attributes: { pin: code, token: entry.token } } },
    })
    if (result.ok) {
      const { token, has_account } = result.reply.meta
      return onConfirmed({ ...entry, token, confirmed: { hasAccount: has_account } })
    }
    setBusy(false)
    setCode('')
    const { otp_code: wrong } = byField(result)
    refuse(wrong ? { code: wrong } : { form: result.message })
  }
  async function resend(): Promise<boolean> {
    setResent(false)
    const again = await beginPhoneEntry(entry)
    if ('ok' in again) {
      setErrors({ form: again.message })
      return false
    }
    setCode('')
    setErrors({})
    setResent(true)
    onSentAgain(again)
    return true
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError text={errors.form} />
        <Text>
          {say(promised('entry.codeText', sends.sms), { phone: entry.fullPhone, minutes: entry.minutes })}
        </Text>
        <CodeField
          label={say('entry.code')}
          length={entry.codeLength}
          value={code}
          error={errors.code}
          autoFocus
          ref={field}
          onChange={(digits) => {
            setCode(digits)
            setErrors({})
          }}
        />
        <Button type="submit" fullWidth loading={busy}>
          {say('entry.confirm')}
        </Button>
        <Resend countdown={codeCountdown} onResend={resend} />
        <Text size="sm" c="dimmed" ta="center" role="status">
          {resent ? say('entry.codeResent') : ''}
        </Text>
      </Stack>
    </form>
  )
}
