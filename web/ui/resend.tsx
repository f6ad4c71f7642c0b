import { Button, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { minutesAndSeconds, startCountdown, useCountdown } from '#web/lib/phone/countdown.ts'

interface Props {
  /**
   * Name of the countdown. The first send must call `startCountdown(countdown)`; an older, expired one would
   * allow a second message at once.
   */
  countdown: string
  /** Label of the button; 'Resend' by default. */
  label?: string
  /** Sends again. false = failed: the screen shows the error, and the button is enabled at once. */
  onResend: () => Promise<boolean>
}

/** A resend button that is enabled two minutes after the last message. */
export function Resend({ countdown, label = t('recovery.resend'), onResend }: Props) {
  const left = useCountdown(countdown)
  const [busy, setBusy] = useState(false)
  const waiting = left > 0

  async function press() {
    if (waiting || busy) return
    setBusy(true)
    const sent = await onResend()
    setBusy(false)
    if (sent) startCountdown(countdown)
  }
  return (
    <Stack gap="xs" align="stretch">
      {/* Not `disabled`: the focus would be lost each time that it is pressed. */}
      <Button
        type="button"
        variant="default"
        aria-disabled={waiting || busy}
        data-disabled={waiting || busy}
        onClick={press}
      >
        {label}
      </Button>
      <Text size="sm" c="dimmed" ta="center" mih="1.55em">
        {waiting && (
          <>
            {t('recovery.resendIn')}{' '}
            <span role="timer" aria-live="off" style={{ fontVariantNumeric: 'tabular-nums' }}>
              {minutesAndSeconds(left)}
            </span>
          </>
        )}
      </Text>
      {/* Read aloud when it changes: at the start, half a minute before the end, and at the end. */}
      <VisuallyHidden role="status">{spoken(left)}</VisuallyHidden>
    </Stack>
  )
}

function spoken(left: number): string {
  if (left === 0) return t('recovery.resendNow')
  return t(left > 30 ? 'recovery.resendLater' : 'recovery.resendSoon')
}
