import { Alert } from '@mantine/core'
import { say } from '#web/lib/say.ts'

/** Logging out throws nothing away: what waits is told. */
export function UnsentNotice({ what }: { what: string }) {
  return (
    <Alert color="yellow" role="alert">
      {say('accounts.logoutUnsent', { what })}
    </Alert>
  )
}
