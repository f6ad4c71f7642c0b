import { Text } from '@mantine/core'
import { useState } from 'react'
import { say } from '#web/lib/say.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { InviteForm } from './invite-form.tsx'

interface Props {
  onClose: () => void
  onDone: (text: string) => void
}

export function InviteDialog({ onClose, onDone }: Props) {
  const [busy, setBusy] = useState(false)
  return (
    <Dialog opened onClose={busy ? () => undefined : onClose} title={say('admin.inviteTitle')}>
      <Text mb="md">{say('admin.inviteText')}</Text>
      <InviteForm
        busy={busy}
        onBusy={setBusy}
        onClose={onClose}
        onInvited={(email) => onDone(say('admin.invited', { email }))}
      />
    </Dialog>
  )
}
