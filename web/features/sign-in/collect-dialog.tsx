import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { type Collected, collectUnsent } from '#web/offline/account/collect-unsent.ts'
import type { LeftAccount } from '#web/offline/account/left-accounts.ts'
import { logError } from '#web/offline/store/journal.ts'
import { Dialog } from '#web/ui/dialog.tsx'

interface Props {
  account: LeftAccount
  onClose: () => void
}

/** Takes an administrator's code and sends the account's unsent work. */
export function CollectDialog({ account, onClose }: Props) {
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Collected | null>(null)
  const name = account.name || t('collections.someone')
  const isComplete = code.replaceAll(/\D/g, '').length === limits.collectionCodeDigits

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy || !isComplete) return
    setBusy(true)
    setResult(
      await collectUnsent(account.id, code).catch((error: unknown) => {
        logError('collecting')(error)
        return failed(account)
      }),
    )
    setBusy(false)
  }

  return (
    <Dialog
      opened
      onClose={busy ? () => undefined : onClose}
      closeOnClickOutside={false}
      title={t('collections.codeTitle', { name })}
    >
      {result?.kind === 'sent' ? (
        <Done result={result} name={name} onClose={onClose} />
      ) : (
        <form onSubmit={(event) => void send(event)} noValidate>
          <TextInput
            label={t('collections.code')}
            description={t('collections.codeHelp', { name })}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={2 * limits.collectionCodeDigits}
            error={result?.kind === 'refused' ? result.message : null}
            disabled={busy}
            size="md"
            data-autofocus
          />
          <div role="status">
            {result?.kind === 'interrupted' && (
              <Alert color="yellow" mt="md">
                {t('collections.interrupted', { count: result.left })}
              </Alert>
            )}
            {result?.kind === 'unfinished' && (
              <Alert color="yellow" mt="md">
                {t('collections.unfinished', { reason: result.reason })}
              </Alert>
            )}
          </div>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose} disabled={busy}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={busy} disabled={!isComplete}>
              {t('collections.send')}
            </Button>
          </Group>
        </form>
      )}
    </Dialog>
  )
}

interface DoneProps {
  result: Extract<Collected, { kind: 'sent' }>
  name: string
  onClose: () => void
}

function Done({ result: { left, reason, leftOut, stays }, name, onClose }: DoneProps) {
  const sent = t(stays ? 'collections.changesSent' : 'collections.sent', { name })
  return (
    <>
      <Text role="status">{left === 0 ? sent : t('collections.someLeft', { count: left, reason })}</Text>
      {stays && <Text mt="sm">{t('collections.stays', { what: stays })}</Text>}
      {leftOut && <Text mt="sm">{t('collections.leftOut')}</Text>}
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          {t('collections.close')}
        </Button>
      </Group>
    </>
  )
}

/** The device's store failed: nothing was lost and a retry may succeed. */
function failed({ count }: LeftAccount): Collected {
  return { kind: 'interrupted', left: count }
}
