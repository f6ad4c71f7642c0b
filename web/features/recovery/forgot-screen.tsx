import { useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useTitle } from '#web/lib/page/title.ts'
import { rememberedId } from '#web/lib/session/session.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'
import { ForgotForm } from './forgot-form.tsx'
import { RecoveryLinks } from './recovery-links.tsx'
import { forgetRecoveryError, recoveryEmail, recoveryError } from './recovery-storage.ts'

export function ForgotScreen() {
  const [error] = useState(recoveryError)
  useEffect(forgetRecoveryError, [])
  useTitle(t('recovery.title'))
  return (
    <EntryPage
      title={t('recovery.title')}
      below={<RecoveryLinks to="/ForgotPasswordOTP" words={t('recovery.byCode')} />}
    >
      <ForgotForm error={error} initialEmail={recoveryEmail() ?? rememberedId()} />
    </EntryPage>
  )
}
