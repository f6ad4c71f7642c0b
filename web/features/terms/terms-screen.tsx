import { lazy, Suspense } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import { LegalPage } from './legal-page.tsx'

const OwnTerms = lazy(() => import('./own-terms.tsx').then((m) => ({ default: m.OwnTerms })))

/** The terms for everybody; below them what only somebody with a session has to do with them. */
export function TermsScreen() {
  const session = useSession()
  return (
    <LegalPage
      kind="terms"
      title={t('terms.termsTitle')}
      below={(text) => session && <Suspense>{<OwnTerms text={text} />}</Suspense>}
    />
  )
}
