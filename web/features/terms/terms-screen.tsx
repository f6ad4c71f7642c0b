import { say } from '#web/lib/say.ts'
import { LegalText } from '#web/ui/legal-text.tsx'

export function TermsScreen() {
  return <LegalText title={say('terms.termsTitle')} text={say('terms.termsText')} />
}
