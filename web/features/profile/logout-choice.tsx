import { Alert, Button, Group } from '@mantine/core'
import { t } from '#web/lib/language/translate.ts'
import type { useLogout } from './use-logout.ts'
import type { ReadUnsent } from './use-unsent.ts'

type Props = ReturnType<typeof useLogout> & { readonly read: ReadUnsent }

/** Cancel or log out. With unsent work, names it and makes Cancel the primary button. */
export function LogoutChoice({ busy, error, stay, leave, sendAndLeave, read }: Props) {
  const { known, unsent, text } = read
  const waits = unsent !== null
  return (
    <>
      {waits && <UnsentNotice what={text} />}
      {!known && (
        <Alert color="yellow" role="alert">
          {t('accounts.logoutUnsentUnknown')}
        </Alert>
      )}
      {error && (
        <Alert color="red" mt="md" role="alert">
          {error}
        </Alert>
      )}
      <Group mt="lg" gap="sm" justify="flex-end">
        <Button
          variant={waits || !known ? 'filled' : 'default'}
          onClick={stay}
          disabled={busy !== null}
          data-autofocus
        >
          {t('accounts.logoutStay')}
        </Button>
        {waits && !unsent.failing && (
          <Button
            variant="default"
            onClick={sendAndLeave}
            loading={busy === 'sending'}
            disabled={busy === 'leaving'}
          >
            {t('accounts.logoutSend')}
          </Button>
        )}
        <Button
          variant={waits || !known ? 'default' : 'filled'}
          onClick={leave}
          loading={busy === 'leaving'}
          disabled={busy === 'sending'}
        >
          {t(waits ? 'accounts.logoutUnsentButton' : 'accounts.logoutButton')}
        </Button>
      </Group>
    </>
  )
}

/** Names the unsent work. Logging out does not delete it. */
function UnsentNotice({ what }: { what: string }) {
  return (
    <Alert color="yellow" role="alert">
      {t('accounts.logoutUnsent', { what })}
    </Alert>
  )
}
