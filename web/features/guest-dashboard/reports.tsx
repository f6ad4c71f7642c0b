import { NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { guestCompanies, guestPortfolio } from '#contract/sharing/guest-dashboard.ts'
import { shortDate, surveyDate } from '#web/lib/language/format.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { guestReading } from './guest-call.ts'
import classes from './guest-dashboard.module.css'
import type { GuestSession } from './guest-session.ts'

type Report = ReplyOf<typeof guestPortfolio>['data'][number]

/** Milliseconds between reads, so ended links disappear from an open page. */
const askedEvery = 30_000

export function Reports({ session }: { session: GuestSession }) {
  const reports = useQuery({ ...guestReading(session, guestPortfolio, {}), refetchInterval: askedEvery })
  const [company, setCompany] = useState('')
  const all = reports.data?.data ?? []
  // The selected company's last report may have ended.
  const chosen = all.filter(({ attributes }) => attributes.company_id === company)
  const shown = chosen.length > 0 ? chosen : all
  return (
    <section aria-labelledby="reports">
      <div className={classes.titled}>
        <h2 id="reports" className={classes.title}>
          {t('guests.reports')}
        </h2>
        <Companies session={session} value={chosen.length > 0 ? company : ''} onChange={setCompany} />
      </div>
      {reports.error && !reports.data && (
        <ErrorState
          text={t('guests.portfolioFailed')}
          onRetry={() => void reports.refetch()}
          busy={reports.isFetching}
        />
      )}
      {!reports.data && !reports.error && <Skeleton height={96} radius="lg" />}
      {reports.data && all.length === 0 && (
        <EmptyState text={t('guests.noReports')}>
          <p className={classes.quiet}>{t('guests.noReportsNote')}</p>
        </EmptyState>
      )}
      <ul className={classes.cards}>
        {shown.map((report) => (
          <ReportCard key={report.id} report={report} />
        ))}
      </ul>
    </section>
  )
}

/** A company filter; renders nothing for a single company. */
function Companies({
  session,
  value,
  onChange,
}: {
  session: GuestSession
  value: string
  onChange: (company: string) => void
}) {
  const { data } = useQuery(guestReading(session, guestCompanies, {}))
  const companies = data?.data ?? []
  if (companies.length < 2) return null
  return (
    <NativeSelect
      className={classes.companies ?? ''}
      label={t('guests.companies')}
      value={value}
      data={[
        { value: '', label: t('guests.allCompanies') },
        ...companies.map(({ id, attributes: { company_name, reports } }) => ({
          value: id,
          label: t('guests.companyReports', { company: company_name, count: reports }),
        })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

function ReportCard({ report: { attributes: a } }: { report: Report }) {
  return (
    <li className={classes.card}>
      <Link className={classes.name} to={new URL(a.shareable_link).pathname}>
        {a.survey_name}
      </Link>
      <p>{a.company_name}</p>
      <p className={classes.quiet}>
        {a.company_name !== a.shared_by && <span>{t('guests.sharedBy', { name: a.shared_by })}</span>}
        <span>{t('guests.sharedOn', { date: shortDate(a.shared_at) })}</span>
        <span>{t('guests.edited', { date: surveyDate(a.last_edited, a.time_zone) })}</span>
        {a.ends_at && <span>{t('guests.untilDate', { date: shortDate(a.ends_at) })}</span>}
      </p>
    </li>
  )
}
