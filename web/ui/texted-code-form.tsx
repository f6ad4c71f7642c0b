import { Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { byField, type Failure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { CodeField } from '#web/ui/code-field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Resend } from '#web/ui/resend.tsx'

interface Props {
  readonly phone: string
  /** Minutes until the code expires. */
  readonly minutes: number
  readonly codeLength: number
  /** Name of the countdown until another code can be requested. */
  readonly countdown: string
  /** Submits the code; returns the server's error, or null if it was right. */
  readonly confirm: (code: string) => Promise<Failure | null>
  readonly sendAgain: () => Promise<Failure | null>
}

/** Asks for the code sent to a phone number, and can send another one. */
export function TextedCodeForm({ phone, minutes, codeLength, countdown, confirm, sendAgain }: Props) {
  const sends = useAbilities()
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<{ code?: string; form?: string }>({})
  const [resent, setResent] = useState(false)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function refuse(shown: typeof errors): void {
    setErrors(shown)
    field.current?.focus()
  }
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    if (code === '') return refuse({ code: t('entry.codeMissing') })
    if (code.length < codeLength) return refuse({ code: t('entry.codeNotValid') })
    setBusy(true)
    const refused = await confirm(code)
    // Stay busy while the next screen loads.
    if (!refused) return
    setBusy(false)
    setCode('')
    const { otp_code: wrong } = byField(refused)
    refuse(wrong ? { code: wrong } : { form: refused.message })
  }
  async function resend(): Promise<boolean> {
    setResent(false)
    const refused = await sendAgain()
    if (refused) {
      setErrors({ form: refused.message })
      return false
    }
    setCode('')
    setErrors({})
    setResent(true)
    return true
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <FormError text={errors.form} />
        <Text>{t(deliveryNotice('entry.codeText', sends.sms), { phone, minutes })}</Text>
        <CodeField
          label={t('entry.code')}
          length={codeLength}
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
          {t('entry.confirm')}
        </Button>
        <Resend countdown={countdown} onResend={resend} />
        <Text size="sm" c="dimmed" ta="center" role="status">
          {resent ? t('entry.codeResent') : ''}
        </Text>
      </Stack>
    </form>
  )
}
