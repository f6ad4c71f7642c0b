import { useEffect, useState } from 'react'
import { say } from '#web/lib/say.ts'
import { rememberedId } from '#web/lib/session.ts'
import { useTitle } from '#web/lib/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { forgetRecoveryError, recoveryEmail, savedRecoveryError } from './storage.ts'
import { WaysOut } from './ways-out.tsx'

export function ForgotScreen() {
  const [error] = useState(savedRecoveryError)
  useEffect(forgetRecoveryError, [])
  useTitle(say('recovery.title'))
  return (
    <EntryPage
      title={say('recovery.title')}
      below={<WaysOut to="/ForgotPasswordOTP" words={say('recovery.byCode')} />}
    >
      <ForgotForm error={error} initialEmail={recoveryEmail() ?? rememberedId()} />
    </EntryPage>
  )
}
