import { say } from '#web/lib/say.ts'
import { LegalPage } from './legal-page.tsx'

export function PrivacyScreen() {
  return <LegalPage kind="privacy" title={say('terms.privacyTitle')} />
}
