import { Alert } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'

/** Logging out throws nothing away: what waits is told. */
export function UnsentNotice({ what }: { what: string }) {
  return (
    <Alert color="yellow" role="alert">
      {t('accounts.logoutUnsent', { what })}
    </Alert>
  )
}
