import { Anchor } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { textOf } from '#contract/messages/spoken.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'

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

/** Renders a message whose placeholders are elements, such as links. */
function Sentence({ of, parts }: { of: MessageKey; parts: Readonly<Record<string, ReactNode>> }) {
  const pieces = textOf(of).split(/\{(\w+)\}/)
  return pieces.map((piece, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a fixed sentence never move
    return <Fragment key={index}>{index % 2 ? parts[piece] : piece}</Fragment>
  })
}
