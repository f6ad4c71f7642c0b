import { Anchor } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { LegalPage } from './legal-page.tsx'

export function PrivacyScreen() {
  const isAdmin = useSession()?.role === 'admin'
  return (
    <LegalPage
      kind="privacy"
      title={t('terms.privacyTitle')}
      below={() =>
        isAdmin && (
          <Anchor component={Link} to="/TermsConditionsEdit?kind=privacy" display="inline-block" py="sm">
            {t('terms.updatePrivacy')}
          </Anchor>
        )
      }
    />
  )
}
