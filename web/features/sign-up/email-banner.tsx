import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profile } from '#contract/accounts.ts'
import { resendEmailLink } from '#contract/entry.ts'
import { call } from '#web/lib/call.ts'
import { reading } from '#web/lib/query-client.ts'
import { say } from '#web/lib/say.ts'
import classes from './email-banner.module.css'

const hidden = 'email-banner-hidden'

/** Asks for the address to be confirmed until it is; put aside, it comes again with the next visit. */
export function EmailBanner() {
  const { data } = useQuery({ ...reading(profile, {}), staleTime: 60_000 })
  const [aside, setAside] = useState(() => sessionStorage.getItem(hidden) !== null)
  const [answer, setAnswer] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { email = '', email_proven = true } = data?.data.attributes ?? {}
  if (aside || email === '' || email_proven) return null

  async function resend() {
    setBusy(true)
    const result = await call(resendEmailLink, {})
    setBusy(false)
    setAnswer(result.ok ? result.reply.data.message : result.message)
  }
  function hide() {
    sessionStorage.setItem(hidden, '1')
    setAside(true)
  }
  return (
    <section className={classes.banner} aria-label={say('entry.confirmEmailTitle')}>
      <Text size="sm" role="status">
        {answer ?? say('entry.confirmEmailBanner', { email })}
      </Text>
      <Group gap="xs">
        {answer === null && (
          <Button variant="subtle" size="compact-md" mih="2.75rem" loading={busy} onClick={resend}>
            {say('entry.confirmEmailResend')}
          </Button>
        )}
        <Button variant="subtle" size="compact-md" mih="2.75rem" color="gray" onClick={hide}>
          {say('entry.hideBanner')}
        </Button>
      </Group>
    </section>
  )
}
