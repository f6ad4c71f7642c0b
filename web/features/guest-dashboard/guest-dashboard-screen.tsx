import { Button, Skeleton } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { guestLogOut, guestRecord } from '#contract/sharing/guest-dashboard.ts'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Redirect } from '#web/ui/redirect.tsx'
import { DetailsForm } from './details-form.tsx'
import { guestCall, guestReading } from './guest-call.ts'
import classes from './guest-dashboard.module.css'
import { endGuestSession, type GuestSession, useGuestSession } from './guest-session.ts'
import { Reports } from './reports.tsx'

/** Reports shared with a verified phone number. */
export function GuestDashboardScreen() {
  const session = useGuestSession()
  useTitle(t('guests.dashboard'))
  if (!session) return <Redirect to="/GuestLogin" replace />
  return <Dashboard key={session.token} session={session} />
}

function Dashboard({ session }: { session: GuestSession }) {
  const { busy, failure, leave } = useLogout(session)
  return (
    <div className={classes.screen}>
      <meta name="robots" content="noindex, nofollow" />
      <header className={classes.top}>
        <div>
          <h1 className={classes.heading}>{t('guests.dashboard')}</h1>
          <p className={classes.quiet}>{t('guests.forNumber', { phone: session.phone })}</p>
        </div>
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconLogout size={20} aria-hidden />}
          onClick={() => void leave()}
        >
          {t('guests.logOut')}
        </Button>
      </header>
      <main className={classes.main}>
        <FormError text={failure} />
        <Reports session={session} />
        <Details session={session} />
      </main>
    </div>
  )
}

/**
 * Logs out and clears cached reports. Offline, the server session would stay alive, so it keeps the session
 * and shows why.
 */
function useLogout(session: GuestSession) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function leave(): Promise<void> {
    setBusy(true)
    const left = await guestCall(session, guestLogOut, {})
    setBusy(false)
    if (!left.ok && left.status !== 401) return setFailure(left.message)
    endGuestSession()
    client.removeQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('guest') })
  }
  return { busy, failure, leave }
}

/** The guest's own details. Read once, so a refetch never replaces typed text. */
function Details({ session }: { session: GuestSession }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...guestReading(session, guestRecord, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <section className={classes.details} aria-labelledby="details">
      <h2 id="details" className={classes.title}>
        {t('guests.details')}
      </h2>
      <p className={classes.quiet}>{t('guests.detailsNote')}</p>
      {error && !data && <ErrorState text={error.message} onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && <Skeleton height={220} />}
      {data && <DetailsForm session={session} saved={data.data?.attributes ?? null} />}
    </section>
  )
}
