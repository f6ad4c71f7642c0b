import { Box, Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { confirmResetCode } from '#contract/accounts/recovery.ts'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { byField, call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { CodeField } from '#web/ui/code-field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Resend } from '#web/ui/resend.tsx'
import { codeCountdown, type PendingCode, requestCode } from './request-code.ts'

interface Props {
  awaited: PendingCode
  onSentAgain: (awaited: PendingCode) => void
  /** Receives the token of a correct code. */
  onConfirmed: (token: string) => void
}

interface Shown {
  readonly code?: string
  readonly form?: string
}

export function CodeForm({ awaited, onSentAgain, onConfirmed }: Props) {
  const { target, token, codeLength } = awaited
  const sends = useAbilities()
  const isSent = 'email' in target ? sends.email : sends.sms
  const [code, setCode] = useState('')
  const [shown, setShown] = useState<Shown>({})
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function refuse(next: Shown) {
    setShown(next)
    field.current?.focus()
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (code === '') return refuse({ code: t('entry.codeMissing') })
    if (code.length < codeLength) return refuse({ code: t('entry.codeNotValid') })
    setBusy(true)
    const result = await call(confirmResetCode, { body: { data: { attributes: { token, otp_code: code } } } })
    setBusy(false)
    if (result.ok) return onConfirmed(result.reply.meta.token)
    const { otp_code: wrong } = byField(result)
    // After a network failure the code is still valid.
    if (wrong) setCode('')
    refuse(wrong ? { code: wrong } : { form: result.message })
  }
  async function resend(): Promise<boolean> {
    setSent(false)
    const again = await requestCode(target)
    if ('ok' in again) {
      setShown({ form: again.message })
      return false
    }
    setCode('')
    setShown({})
    setSent(true)
    onSentAgain(again)
    return true
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError text={shown.form} />
        <Text>
          {t(deliveryNotice('recovery.codeText', isSent))}{' '}
          <Text span fw={600} style={{ overflowWrap: 'anywhere' }}>
            {'email' in target ? target.email : target.full_phone_number}
          </Text>
        </Text>
        <CodeField
          label={t('entry.code')}
          length={codeLength}
          value={code}
          error={shown.code}
          autoFocus
          ref={field}
          onChange={(digits) => {
            setCode(digits)
            setShown({})
          }}
        />
        <Button type="submit" fullWidth loading={busy}>
          {t('recovery.submitCode')}
        </Button>
        <Box>
          <Resend countdown={codeCountdown} onResend={resend} />
          <Text role="status" size="sm" ta="center">
            {sent ? t(deliveryNotice('recovery.sentAgain', isSent)) : ''}
          </Text>
        </Box>
      </Stack>
    </form>
  )
}
