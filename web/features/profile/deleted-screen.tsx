import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { Link, useLocation } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { clearSession, currentSession } from '#web/lib/session/session.ts'
import { EntryPage } from '#web/ui/entry-page.tsx'

export function DeletedScreen() {
  const { state } = useLocation()
  useTitle(t('profile.deleted'))
  // Opening the URL directly must not log out.
  useEffect(() => {
    if (!comesFromDeleting(state)) return
    const account = currentSession()?.userId
    clearSession()
    if (account) void forgetWork(account)
  }, [state])
  return (
    <EntryPage title={t('profile.deleted')}>
      <Button component={Link} to="/" fullWidth>
        {t('profile.home')}
      </Button>
    </EntryPage>
  )
}

function comesFromDeleting(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'deleted' in state && state.deleted === true
}

/** Deletes the account's unsent work: no account is left to send it to. */
async function forgetWork(account: string): Promise<void> {
  const [{ forgetAccount }, { logError }] = await Promise.all([
    import('#web/offline/account/leave-account.ts'),
    import('#web/offline/store/journal.ts'),
  ])
  await forgetAccount(account).catch(logError('leave device'))
}
