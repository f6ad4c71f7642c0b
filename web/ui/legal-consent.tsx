import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '#web/lib/language/translate.ts'
import { Sentence } from './sentence.tsx'

/** The consent sentence with its links to privacy policy and terms of use. */
export function LegalConsent({ of }: { of: 'accounts.loginConsent' | 'accounts.signUpConsent' }) {
  return (
    <Sentence
      of={of}
      parts={{
        privacy: (
          <Anchor component={Link} to="/PrivacyPolicy" inherit underline="always">
            {t('accounts.privacyPolicy')}
          </Anchor>
        ),
        terms: (
          <Anchor component={Link} to="/TermsAndConditions" inherit underline="always">
            {t('accounts.termsOfUse')}
          </Anchor>
        ),
      }}
    />
  )
}
