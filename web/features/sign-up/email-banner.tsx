import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { profile } from '#contract/accounts/accounts.ts'
import { resendEmailLink } from '#contract/accounts/entry.ts'
import { promised } from '#contract/messages/promised.ts'
import { call } from '#web/lib/http/call.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLocation } from '#web/lib/page/router.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { keepUnprovenEmail, unprovenEmail } from '#web/lib/session/unproven-email.ts'
import { lastAbilities, useAbilities } from '#web/lib/session/use-abilities.ts'
import classes from './email-banner.module.css'

const hidden = 'email-banner-hidden'

/**
 * Asks for the address to be confirmed until it is; put aside, it comes again with the next visit. What this device
 * knows decides while a screen is first drawn, and then nothing below it is moved: what the server says meanwhile is
 * for the next screen.
 */
export function EmailBanner() {
  const account = useSession()?.userId ?? ''
  const { pathname } = useLocation()
  const { data } = useQuery({ ...reading(profile, {}), staleTime: 60_000 })
  const { email = '', email_proven = true } = data?.data.attributes ?? {}
  useAbilities()
  const [aside, setAside] = useState(() => sessionStorage.getItem(hidden) !== null)
  useEffect(() => {
    if (data) keepUnprovenEmail(account, email_proven ? '' : email)
  }, [account, data, email, email_proven])
  if (aside) return null
  const hide = () => {
    sessionStorage.setItem(hidden, '1')
    setAside(true)
  }
  const proven = data !== undefined && email_proven
  return <Line key={pathname} account={account} proven={proven} onHide={hide} />
}

interface LineProps {
  readonly account: string
  /** Since the screen was drawn. */
  readonly proven: boolean
  readonly onHide: () => void
}

function Line({ account, proven, onHide }: LineProps) {
  const [email] = useState(() => unprovenEmail(account))
  // As it was known when the screen was drawn: nothing below is moved by longer words.
  const [sends] = useState(lastAbilities)
  const [answer, setAnswer] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  if (email === '') return null

  async function resend() {
    setBusy(true)
    const result = await call(resendEmailLink, {})
    setBusy(false)
    setAnswer(result.ok ? result.reply.data.message : result.message)
  }
  return (
    <section className={classes.banner} data-proven={proven} aria-label={t('entry.confirmEmailTitle')}>
      <Text size="sm" role="status">
        {answer ?? t(promised('entry.confirmEmailBanner', sends.email), { email })}
      </Text>
      <Group gap="xs">
        {answer === null && (
          <Button variant="subtle" size="compact-md" mih="2.75rem" loading={busy} onClick={resend}>
            {t('entry.confirmEmailResend')}
          </Button>
        )}
        <Button variant="subtle" size="compact-md" mih="2.75rem" color="gray" onClick={onHide}>
          {t('entry.hideBanner')}
        </Button>
      </Group>
    </section>
  )
}
