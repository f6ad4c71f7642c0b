import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { sendWhatWaits } from '#web/offline/outbox/send-what-waits.ts'

/** Sends at once whatever waits, also what this device's choices would hold, and says what became of it. */
export function useSendNow(account: string) {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState('')

  async function send() {
    setBusy(true)
    setOutcome(t('storage.sendingNow'))
    // What is not sent stays in the queue, and the person is told that the server was not reached.
    const ended = await sendWhatWaits(account).catch(() => 'not-reached' as const)
    setBusy(false)
    setOutcome(t(words[ended]))
  }
  return { busy, outcome, send: () => void send() }
}

const words = {
  sent: 'storage.sentNow',
  refused: 'storage.sendRefused',
  'not-reached': 'storage.sendNotReached',
} as const
