import { Alert, Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { joinByLink, joinLinkDetails } from '#contract/accounts/social.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import type { LoggedIn } from '#web/lib/session/begin-session.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { Checking } from './message-page.tsx'

interface Props {
  token: string
  onJoined: (reply: LoggedIn) => void
  onCancel: () => void
  onRefused: (message: string) => void
}

type Details = ReplyOf<typeof joinLinkDetails>['data']['attributes']

/** Opened by the emailed link. Shows what will be linked and asks first; opening it changes nothing. */
export function JoinByLink({ token, onJoined, onCancel, onRefused }: Props) {
  const [details, setDetails] = useState<Details | null>(null)
  const [busy, setBusy] = useState(false)
  useTitle(t('social.mailButton'))
  useEffect(() => {
    const stop = new AbortController()
    call(joinLinkDetails, { body: { data: { attributes: { token } } } }, { signal: stop.signal }).then(
      (result) => {
        if (stop.signal.aborted) return
        if (result.ok) setDetails(result.reply.data.attributes)
        else onRefused(result.message)
      },
    )
    return () => stop.abort()
  }, [token, onRefused])

  async function join() {
    setBusy(true)
    const result = await call(joinByLink, { body: { data: { attributes: { token } } } })
    setBusy(false)
    if (result.ok) onJoined(result.reply)
    else onRefused(result.message)
  }

  if (!details) return <Checking title={t('social.mailButton')} />
  const { provider, who, email } = details
  return (
    <EntryPage title={t('social.confirmTitle', { provider })}>
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>{t('social.confirmText', { provider, who, email })}</Text>
        <Text fw={600}>{t('social.confirmWarning', { provider })}</Text>
        {details.replaces_all && <Alert color="yellow">{t('social.confirmFresh')}</Alert>}
        <Button fullWidth loading={busy} onClick={join}>
          {t('social.confirmButton')}
        </Button>
        <Button fullWidth variant="default" onClick={onCancel} disabled={busy}>
          {t('common.cancel')}
        </Button>
      </Stack>
    </EntryPage>
  )
}
