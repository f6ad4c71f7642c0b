import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import type { LoggedIn } from '#web/lib/session/begin-session.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'

interface Props {
  /** The restricted session of a one-time password; kept in memory only. */
  token: string
  onDone: (reply: LoggedIn) => void
  onClose: () => void
}

/** Warns about the one-time password, then asks for a new one. The login requires it. */
export function FirstPassword({ token, onDone, onClose }: Props) {
  const [changing, setChanging] = useState(false)
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={t(changing ? 'accounts.changeTitle' : 'accounts.secureTitle')}
    >
      {changing ? (
        <ChangePasswordForm token={token} onDone={onDone} onClose={onClose} />
      ) : (
        <>
          <Text mb="lg">{t('accounts.secureText')}</Text>
          <Group justify="flex-end">
            <Button data-autofocus onClick={() => setChanging(true)}>
              {t('common.continue')}
            </Button>
          </Group>
        </>
      )}
    </Dialog>
  )
}
