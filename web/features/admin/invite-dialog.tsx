import { Text } from '@mantine/core'
import { useState } from 'react'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#web/lib/language/translate.ts'
import { useAbilities } from '#web/lib/session/use-abilities.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { InviteForm } from './invite-form.tsx'

interface Props {
  onClose: () => void
  onDone: (text: string) => void
}

export function InviteDialog({ onClose, onDone }: Props) {
  const sends = useAbilities()
  const [busy, setBusy] = useState(false)
  return (
    <Dialog opened onClose={busy ? () => undefined : onClose} title={t('admin.inviteTitle')}>
      <Text mb="md">{t(deliveryNotice('admin.inviteText', sends.email))}</Text>
      <InviteForm
        busy={busy}
        onBusy={setBusy}
        onClose={onClose}
        onInvited={(email) => onDone(t(deliveryNotice('admin.invited', sends.email), { email }))}
      />
    </Dialog>
  )
}
