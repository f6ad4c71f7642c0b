import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { guestRecord } from '#contract/sharing/guest-dashboard.ts'
import { t } from '#web/lib/language/translate.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { DetailsForm } from './details-form.tsx'
import { guestReading } from './guest-call.ts'
import classes from './guest-dashboard.module.css'
import type { GuestSession } from './guest-session.ts'

/** The guest's own details. Read once, so a refetch never replaces typed text. */
export function Details({ session }: { session: GuestSession }) {
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
