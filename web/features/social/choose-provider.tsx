import { Button, Divider, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link, useLocation } from '#web/lib/page/router.tsx'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { LegalConsent } from '#web/ui/legal-consent.tsx'
import type { StoredAttempt } from './attempt-store.ts'
import { type Provider, ProviderButtons } from './provider-buttons.tsx'
import { providersQuery } from './queries.ts'
import { redirectToProvider } from './redirect-to-provider.ts'

interface Props {
  purpose: 'login' | 'sign-up'
  /** Why the last attempt failed. */
  refused: string | null
}

/** Social login buttons, then 'or' and the email login. */
export function ChooseProvider({ purpose, refused }: Props) {
  const isLogin = purpose === 'login'
  const { state } = useLocation()
  const { data, error, refetch, isFetching } = useQuery(providersQuery)
  const [going, setGoing] = useState<string | null>(null)
  const [failed, setFailed] = useState(refused)
  useEffect(() => {
    // Restored from the back/forward cache: enable the buttons again.
    const shown = ({ persisted }: PageTransitionEvent) => persisted && setGoing(null)
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])

  async function choose({ id, name }: Provider, isSetUp: boolean) {
    if (!isSetUp) return setFailed(t('social.notConfigured'))
    setFailed(null)
    setGoing(id)
    const came: Pick<StoredAttempt, 'from' | 'whose'> =
      typeof state === 'object' && state !== null ? state : {}
    const { from, whose } = came
    const refusal = await redirectToProvider({ provider: id, name, purpose, from, whose })
    if (!refusal) return
    setGoing(null)
    setFailed(refusal.message)
  }

  return (
    <EntryPage title={t(isLogin ? 'social.loginTitle' : 'social.signUpTitle')}>
      <Stack gap="md">
        <FormError text={failed} />
        <Text>{t(isLogin ? 'social.loginText' : 'social.signUpText')}</Text>
        {!data && !error && <Skeleton height={100} />}
        {error && !data && (
          <ErrorState text={t('social.providersFailed')} onRetry={() => refetch()} busy={isFetching} />
        )}
        {data && (
          <ProviderButtons
            providers={data.data.map(({ id, attributes }) => ({ id, name: attributes.name }))}
            words={isLogin ? 'social.logInWith' : 'social.signUpWith'}
            going={going}
            onChoose={choose}
          />
        )}
        <Text size="sm" c="dimmed">
          <LegalConsent of={isLogin ? 'accounts.loginConsent' : 'accounts.signUpConsent'} />
        </Text>
        <Divider label={t('social.or')} />
        <Button
          variant="default"
          fullWidth
          component={Link}
          to={isLogin ? '/' : '/EmailAccountRegistration'}
          state={state}
        >
          {t(isLogin ? 'social.emailLogin' : 'social.emailSignUp')}
        </Button>
      </Stack>
    </EntryPage>
  )
}
