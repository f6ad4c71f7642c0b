import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { say } from '#web/lib/say.ts'
import { useSession } from '#web/lib/session.ts'
import { LegalPage } from './legal-page.tsx'

export function PrivacyScreen() {
  const isAdmin = useSession()?.role === 'admin'
  return (
    <LegalPage
      kind="privacy"
      title={say('terms.privacyTitle')}
      below={() =>
        isAdmin && (
          <Anchor component={Link} to="/TermsConditionsEdit?kind=privacy" display="inline-block" py="sm">
            {say('terms.updatePrivacy')}
          </Anchor>
        )
      }
    />
  )
}
