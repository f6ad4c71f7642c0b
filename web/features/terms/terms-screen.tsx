import { t } from '#web/lib/language/translate.ts'
import { useSession } from '#web/lib/session/session.ts'
import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { Part } from '#web/ui/part.tsx'
import { LegalPage } from './legal-page.tsx'

const { View: OwnTerms } = lazyPart(async () => (await import('./own-terms.tsx')).OwnTerms)

/** The public terms, with the account's answer below if logged in. */
export function TermsScreen() {
  const session = useSession()
  return (
    <LegalPage
      kind="terms"
      title={t('terms.termsTitle')}
      below={(text) =>
        session && (
          <Part>
            <OwnTerms text={text} />
          </Part>
        )
      }
    />
  )
}
