import { Alert } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import { useUnsent } from './use-unsent.ts'

/** Logging out throws nothing away: what waits is told. */
export function UnsentNotice() {
  const unsent = useUnsent()
  if (unsent === 0) return null
  return (
    <Alert color="yellow" role="alert">
      {say('accounts.logoutUnsent', { count: unsent })}
    </Alert>
  )
}
