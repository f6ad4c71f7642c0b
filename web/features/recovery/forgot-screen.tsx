import { Anchor, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { say } from '#web/lib/say.ts'
import { rememberedId } from '#web/lib/session.ts'
import { useTitle } from '#web/lib/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { forgetRecoveryError, recoveryEmail, savedRecoveryError } from './storage.ts'

export function ForgotScreen() {
  const [error] = useState(savedRecoveryError)
  useEffect(forgetRecoveryError, [])
  useTitle(say('recovery.title'))
  return (
    <EntryPage title={say('recovery.title')} below={<Others />}>
      <ForgotForm error={error} initialEmail={recoveryEmail() ?? rememberedId()} />
    </EntryPage>
  )
}

function Others() {
  return (
    <Text ta="center">
      <Anchor component={Link} to="/ForgotPasswordOTP" fw={600}>
        {say('recovery.byCode')}
      </Anchor>
      <br />
      <Anchor component={Link} to="/" fw={600}>
        {say('accounts.backToLogin')}
      </Anchor>
    </Text>
  )
}
