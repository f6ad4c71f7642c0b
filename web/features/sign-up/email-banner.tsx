import { ActionIcon, Button, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { profile } from '#contract/accounts/accounts.ts'
import { resendEmailLink } from '#contract/accounts/entry.ts'
import { call } from '#web/lib/http/call.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLocation } from '#web/lib/page/router.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { storeUnconfirmedEmail, unconfirmedEmail } from '#web/lib/session/unconfirmed-email.ts'
import { lastAbilities, useAbilities } from '#web/lib/session/use-abilities.ts'
import classes from './email-banner.module.css'

const hidden = 'email-banner-hidden'

/**
 * Asks to confirm the email, if the server sends mail. The cached state decides on mount whether it shows;
 * later replies only hide it in place. 'Not now' hides it until the next visit.
 */
export function EmailBanner() {
  const account = useSession()?.userId ?? ''
  const { pathname } = useLocation()
  const { data } = useQuery({ ...reading(profile, {}), staleTime: 60_000 })
  const { email = '', email_proven = true } = data?.data.attributes ?? {}
  const { email: sendsMail } = useAbilities()
  const [aside, setAside] = useState(() => sessionStorage.getItem(hidden) !== null)
  useEffect(() => {
    if (data) storeUnconfirmedEmail(account, email_proven ? '' : email)
  }, [account, data, email, email_proven])
  if (aside) return null
  const hide = () => {
    sessionStorage.setItem(hidden, '1')
    setAside(true)
  }
  const isOver = !sendsMail || (data !== undefined && email_proven)
  return <Line key={pathname} account={account} isOver={isOver} onHide={hide} />
}

interface LineProps {
  readonly account: string
  /** The email is confirmed, so the banner is hidden. */
  readonly isOver: boolean
  readonly onHide: () => void
}

function Line({ account, isOver, onHide }: LineProps) {
  const [email] = useState(() => (lastAbilities().email ? unconfirmedEmail(account) : ''))
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
    <section className={classes.banner} data-over={isOver} aria-label={t('entry.confirmEmailTitle')}>
      <Text size="sm" role="status">
        {answer ?? (
          <>
            <span className={classes.long}>{t('entry.confirmEmailBanner', { email })}</span>
            <span className={classes.short}>{t('entry.confirmEmailShort')}</span>
          </>
        )}
      </Text>
      {answer === null && (
        <Button variant="subtle" size="compact-md" mih="2.75rem" loading={busy} onClick={resend}>
          {t('entry.confirmEmailResend')}
        </Button>
      )}
      <ActionIcon
        color="gray"
        aria-label={t('entry.hideBanner')}
        title={t('entry.hideBanner')}
        onClick={onHide}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </section>
  )
}
