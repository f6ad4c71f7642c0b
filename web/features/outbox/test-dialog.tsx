import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { testMessage } from '#contract/admin/outbox.ts'
import { emailPattern } from '#contract/rules/email-pattern.ts'
import { byField, call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { channels } from './filters.ts'
import { reloadMessages } from './queries.ts'

interface Props {
  onClose: () => void
  onQueued: (channel: 'email' | 'sms') => void
}

export function TestDialog({ onClose, onQueued }: Props) {
  const [channel, setChannel] = useState<'email' | 'sms'>('email')
  const [to, setTo] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  function refuse(words: string) {
    setError(words)
    field.current?.focus()
  }
  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (channel === 'email' && !emailPattern.test(to.trim())) return refuse(t('outbox.testEmailInvalid'))
    setBusy(true)
    const result = await call(testMessage, { body: { channel, to } })
    setBusy(false)
    if (result.ok) {
      void reloadMessages()
      return onQueued(channel)
    }
    refuse(byField(result).to ?? result.message)
  }

  return (
    <Dialog opened onClose={onClose} title={t('outbox.test')}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <NativeSelect
            label={t('outbox.channel')}
            value={channel}
            onChange={(event) => {
              setChannel(event.currentTarget.value === 'sms' ? 'sms' : 'email')
              setError(null)
            }}
            data={channels.map((value) => ({ value, label: t(`outbox.${value}`) }))}
          />
          <TextInput
            ref={field}
            label={t('outbox.testTo')}
            description={t(channel === 'email' ? 'outbox.testEmailHint' : 'outbox.testSmsHint')}
            type={channel === 'email' ? 'email' : 'tel'}
            autoComplete={channel === 'email' ? 'email' : 'tel'}
            value={to}
            error={error}
            data-autofocus
            onChange={(event) => {
              setTo(event.currentTarget.value)
              setError(null)
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('outbox.testSend')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
