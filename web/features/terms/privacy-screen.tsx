import { say } from '#web/lib/say.ts'
import { LegalText } from '#web/ui/legal-text.tsx'

export function PrivacyScreen() {
  return <LegalText title={say('terms.privacyTitle')} text={say('terms.privacyText')} />
}
