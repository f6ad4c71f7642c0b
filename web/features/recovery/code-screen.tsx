import { Anchor, Text } from '@mantine/core'
import { Link, useLocation, useNavigate } from 'react-router'
import { say } from '#web/lib/say.ts'
import { useTitle } from '#web/lib/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { type Awaited, awaitedIn } from './begin-code.ts'
import { CodeForm } from './code-form.tsx'
import { TargetForm } from './target-form.tsx'

const here = '/ForgotPasswordOTP'

/** First where the code is to go, then the code; each is an entry of the history, so that a reload loses nothing. */
export function RecoveryCodeScreen() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const awaited = awaitedIn(state)
  const title = say(awaited ? 'recovery.codeTitle' : 'recovery.title')
  useTitle(title)

  function wait(next: Awaited, replace: boolean) {
    navigate(here, { replace, state: { awaited: next } })
  }
  return (
    <EntryPage title={title} below={<Others awaiting={awaited !== null} />}>
      {awaited ? (
        <CodeForm
          awaited={awaited}
          onSentAgain={(next) => wait(next, true)}
          onConfirmed={(token) => navigate('/NewPassword', { state: { token } })}
        />
      ) : (
        <TargetForm onSent={(next) => wait(next, false)} />
      )}
    </EntryPage>
  )
}

function Others({ awaiting }: { awaiting: boolean }) {
  return (
    <Text ta="center">
      {awaiting ? (
        <Anchor component={Link} to={here} fw={600}>
          {say('recovery.otherTarget')}
        </Anchor>
      ) : (
        <Anchor component={Link} to="/passwords" fw={600}>
          {say('recovery.byLink')}
        </Anchor>
      )}
      <br />
      <Anchor component={Link} to="/" fw={600}>
        {say('accounts.backToLogin')}
      </Anchor>
    </Text>
  )
}
