import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { useLocation } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { GuestLoading } from './guest-loading.tsx'
import { ExpiredNotice, FailedNotice } from './guest-notices.tsx'
import { GuestReport } from './guest-report.tsx'
import classes from './guest-screen.module.css'
import { useClearSections, useGuestReport } from './queries.ts'

/** A shared report, read-only, opened by the link or by its id alone. */
export function GuestScreen() {
  const { linkShareToken = '', linkShareId = '' } = useParams()
  const link = `${linkShareToken}/${linkShareId}`
  return (
    <div className={classes.screen}>
      {/* The URL grants access: keep it out of referrers and search indexes. */}
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex, nofollow" />
      <Shared key={link} linkToken={linkShareToken} linkId={linkShareId} />
    </div>
  )
}

function Shared({ linkToken, linkId }: { linkToken: string; linkId: string }) {
  const { pathname } = useLocation()
  const [ended, setEnded] = useState(false)
  const forget = useClearSections()
  const state = useGuestReport(linkToken, linkId, pathname)
  const expired = ended || state.at === 'expired'
  useTitle(state.at === 'ready' && !expired ? state.info.survey_name : t('guests.dashboard'))
  const end = () => {
    setEnded(true)
    forget()
  }

  if (expired) return <Replaced notice={<ExpiredNotice />} />
  if (state.at === 'failed') {
    return <Replaced notice={<FailedNotice message={state.message} onRetry={state.retry} />} />
  }
  if (state.at !== 'ready') return <GuestLoading />
  return <GuestReport linkId={linkId} info={state.info} menu={state.menu} onExpired={end} />
}

/** Replaces the report; nothing of it stays behind the modal. */
function Replaced({ notice }: { notice: React.ReactNode }) {
  return (
    <main>
      <header className={classes.top}>
        <h1 className={classes.heading}>{t('guests.dashboard')}</h1>
      </header>
      {notice}
    </main>
  )
}
