import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { sendLink } from '#contract/sharing/sharing.ts'
import { call, newKey } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { parseRecipient } from './recipient.ts'
import classes from './share-dialog.module.css'

interface Props {
  /** The link on the screen; the server sends no other. */
  readonly linkId: string
  readonly onSent: (status: string) => void
}

/** Sends the link by email or text message. */
export function SendLink({ linkId, onSent }: Props) {
  const { email, sms } = useAbilities()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  /** One idempotency key per recipient: a retry after a lost reply doesn't send twice. */
  const key = useRef(newKey())

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    const recipient = parseRecipient(text)
    if (typeof recipient === 'string') return refuse(recipient)
    setBusy(true)
    const sent = await call(sendLink, { body: { link_share_id: linkId, ...recipient } }, { key: key.current })
    setBusy(false)
    if (sent.ok) onSent(sent.reply.data.message)
    else refuse(sent.message)
  }

  function refuse(words: string): void {
    setProblem(words)
    field.current?.focus()
  }

  return (
    <form className={classes.link} onSubmit={(event) => void send(event)} noValidate>
      <TextInput
        ref={field}
        className={classes.address ?? ''}
        label={t('sharing.sendTo')}
        description={t(deliveryNotice('sharing.sendToNote', email || sms))}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        maxLength={limits.emailMax}
        value={text}
        error={problem}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setProblem(null)
          key.current = newKey()
        }}
      />
      <Button type="submit" loading={busy}>
        {t('sharing.send')}
      </Button>
    </form>
  )
}

/** The result with the recipient; Done returns to the link. */
export function LinkSent({ status, onDone }: { status: string; onDone: () => void }) {
  return (
    <Stack className={classes.body ?? ''} gap="md">
      <Text role="status" className={classes.name ?? ''}>
        {status}
      </Text>
      <div className={classes.actions}>
        <Button onClick={onDone} autoFocus>
          {t('sharing.done')}
        </Button>
      </div>
    </Stack>
  )
}
