import { useState } from 'react'
import { useNavigate } from 'react-router'
import { say } from '#web/lib/say.ts'
import { useTitle } from '#web/lib/title.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { AccountCreated } from './account-created.tsx'
import { OtherSignUps } from './other-sign-ups.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { ToLogin } from './to-login.tsx'

export function SignUpScreen() {
  const [created, setCreated] = useState<string | null>(null)
  const navigate = useNavigate()
  useTitle(say(created ? 'accounts.createdTitle' : 'accounts.signUpTitle'))
  if (created) return <AccountCreated onOk={() => navigate('/', { state: { email: created } })} />
  return (
    <EntryPage title={say('accounts.signUpTitle')} below={<ToLogin />}>
      <SignUpForm onCreated={setCreated} />
      <OtherSignUps />
    </EntryPage>
  )
}
