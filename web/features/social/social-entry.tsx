import { Alert, Button, Loader, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { joinByLink, joinLinkDetails } from '#contract/accounts/social.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { call } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { useLocation, useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { beginSession, type LoggedIn } from '#web/lib/session/begin-session.ts'
import { returnTo } from '#web/lib/session/return-to.ts'
import { useSession } from '#web/lib/session/session.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { LegalConsent } from '#web/ui/legal-consent.tsx'
import { Redirect } from '#web/ui/redirect.tsx'
import { forgetAttempt, storedAttempt } from './attempt-store.ts'
import { ChooseProvider } from './choose-provider.tsx'
import { createSocialAccount, finishSocialLogin, type Outcome } from './finish-social-login.ts'
import { JoinAccount } from './join-account.tsx'
import { type Arrival, readReturn } from './read-return.ts'

type Step =
  | { readonly kind: 'choose'; readonly refused: string | null }
  | Exclude<Outcome, { kind: 'refused' }>

/** Social login or sign-up: choosing a provider and every outcome of returning from it. */
export function SocialEntry({ purpose }: { purpose: 'login' | 'sign-up' }) {
  const [arrival] = useState<Arrival>(() => readReturn(location.search, storedAttempt))
  const [step, setStep] = useState<Step | null>(() => firstStep(arrival))
  const session = useSession()
  const { state } = useLocation()
  const navigate = useNavigate()
  const title = t(purpose === 'login' ? 'social.loginTitle' : 'social.signUpTitle')
  useTitle(title)
  // Removes the code or emailed token from the URL and the history.
  useEffect(() => {
    history.replaceState(history.state, '', location.pathname)
    forgetAttempt()
  }, [])

  const refuse = useCallback((refused: string) => setStep({ kind: 'choose', refused }), [])
  const show = useCallback(
    (outcome: Outcome) => {
      if (outcome.kind === 'refused') return refuse(outcome.message || t('social.failed'))
      if (outcome.kind === 'entered') beginSession(outcome.reply)
      setStep(outcome)
    },
    [refuse],
  )
  const enter = useCallback((reply: LoggedIn) => show({ kind: 'entered', reply, created: false }), [show])
  useEffect(() => {
    if (arrival.kind === 'answer') finishSocialLogin(arrival).then(show)
  }, [arrival, show])

  const cancel = () => setStep({ kind: 'choose', refused: null })
  const attempt = arrival.kind === 'answer' ? arrival.attempt : null
  if (step === null) {
    if (arrival.kind !== 'link') return <Checking title={title} />
    return <JoinByLink token={arrival.token} onJoined={enter} onCancel={cancel} onRefused={refuse} />
  }
  if (step.kind === 'entered') {
    const before = returnTo(attempt, session?.userId ?? '')
    return (
      <MessagePage
        title={t(step.created ? 'accounts.createdTitle' : 'entry.loggedInTitle')}
        text={t(step.created ? 'accounts.createdText' : 'entry.loggedInText')}
        // Home, unless a screen asked for the login.
        onOk={() => navigate(before === '/dashboard' ? '/Home' : before, { replace: true })}
      />
    )
  }
  if (step.kind === 'joined') {
    return (
      <MessagePage
        title={t('social.cardTitle')}
        text={t('social.joined')}
        onOk={() => navigate('/profile', { replace: true })}
      />
    )
  }
  if (step.kind === 'new' && attempt)
    return <NewAccount email={step.email} secret={attempt.secret} onOutcome={show} onCancel={cancel} />
  if (step.kind === 'ours' && attempt) {
    const { secret, name } = attempt
    return (
      <JoinAccount email={step.email} secret={secret} provider={name} onJoined={enter} onCancel={cancel} />
    )
  }
  // A logged-in user has nothing to do here, unless linking a provider just failed.
  if (session && arrival.kind === 'none') return <Redirect to={returnTo(state, session.userId)} replace />
  const refused = step.kind === 'choose' ? step.refused : null
  if (session) {
    const text = refused ?? t('social.failed')
    return (
      <MessagePage
        title={t('social.cardTitle')}
        text={text}
        onOk={() => navigate('/profile', { replace: true })}
      />
    )
  }
  return <ChooseProvider key={refused} purpose={purpose} refused={refused} />
}

/** The first step, or null if the server must be asked first. */
function firstStep(arrival: Arrival): Step | null {
  if (arrival.kind === 'answer' || arrival.kind === 'link') return null
  if (arrival.kind === 'none') return { kind: 'choose', refused: null }
  return { kind: 'choose', refused: t(arrival.cancelled ? 'social.cancelled' : 'social.failed') }
}

interface Props {
  email: string
  secret: string
  onOutcome: (outcome: Outcome) => void
  onCancel: () => void
}

/** After a login with an unknown social account: asks before creating an account. */
function NewAccount({ email, secret, onOutcome, onCancel }: Props) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  useTitle(t('social.newTitle'))

  async function create() {
    setBusy(true)
    const outcome = await createSocialAccount(secret)
    setBusy(false)
    if (outcome.kind === 'refused') setError(outcome.message)
    else onOutcome(outcome)
  }

  return (
    <EntryPage title={t('social.newTitle')}>
      <Stack gap="md">
        <FormError text={error} />
        <Text>{t('social.newText', { email })}</Text>
        <Text size="sm" c="dimmed">
          <LegalConsent of="accounts.signUpConsent" />
        </Text>
        <Button fullWidth loading={busy} onClick={create}>
          {t('social.newButton')}
        </Button>
        <Button fullWidth variant="default" onClick={onCancel} disabled={busy}>
          {t('common.cancel')}
        </Button>
      </Stack>
    </EntryPage>
  )
}

interface JoinByLinkProps {
  token: string
  onJoined: (reply: LoggedIn) => void
  onCancel: () => void
  onRefused: (message: string) => void
}

type Details = ReplyOf<typeof joinLinkDetails>['data']['attributes']

/** Opened by the emailed link. Shows what will be linked and asks first; opening it changes nothing. */
function JoinByLink({ token, onJoined, onCancel, onRefused }: JoinByLinkProps) {
  const [details, setDetails] = useState<Details | null>(null)
  const [busy, setBusy] = useState(false)
  useTitle(t('social.mailButton'))
  useEffect(() => {
    const stop = new AbortController()
    call(joinLinkDetails, { body: { data: { attributes: { token } } } }, { signal: stop.signal }).then(
      (result) => {
        if (stop.signal.aborted) return
        if (result.ok) setDetails(result.reply.data.attributes)
        else onRefused(result.message)
      },
    )
    return () => stop.abort()
  }, [token, onRefused])

  async function join() {
    setBusy(true)
    const result = await call(joinByLink, { body: { data: { attributes: { token } } } })
    setBusy(false)
    if (result.ok) onJoined(result.reply)
    else onRefused(result.message)
  }

  if (!details) return <Checking title={t('social.mailButton')} />
  const { provider, who, email } = details
  return (
    <EntryPage title={t('social.confirmTitle', { provider })}>
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>{t('social.confirmText', { provider, who, email })}</Text>
        <Text fw={600}>{t('social.confirmWarning', { provider })}</Text>
        {details.replaces_all && <Alert color="yellow">{t('social.confirmFresh')}</Alert>}
        <Button fullWidth loading={busy} onClick={join}>
          {t('social.confirmButton')}
        </Button>
        <Button fullWidth variant="default" onClick={onCancel} disabled={busy}>
          {t('common.cancel')}
        </Button>
      </Stack>
    </EntryPage>
  )
}

/** A page with a message and OK. */
function MessagePage({ title, text, onOk }: { title: string; text: string; onOk: () => void }) {
  useTitle(title)
  return (
    <EntryPage title={title}>
      <Text mb="lg" role="status">
        {text}
      </Text>
      <Button fullWidth onClick={onOk} autoFocus>
        {t('common.ok')}
      </Button>
    </EntryPage>
  )
}

/** Shown while the server verifies the login with the provider. */
function Checking({ title }: { title: string }) {
  return (
    <EntryPage title={title}>
      <Stack align="center" gap="md" py="lg" role="status">
        <Loader aria-hidden />
        <Text>{t('social.checking')}</Text>
      </Stack>
    </EntryPage>
  )
}
