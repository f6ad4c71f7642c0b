import { say } from '#web/lib/say.ts'
import { SideDialog } from '#web/ui/dialog.tsx'
import { SideMenu } from './side-menu.tsx'

interface Props {
  onClose: () => void
  /** An item was chosen; the same as closing where absent. */
  onChosen?: () => void
}

export function MenuDrawer({ onClose, onChosen = onClose }: Props) {
  return (
    <SideDialog
      opened
      onClose={onClose}
      position="left"
      size={280}
      title="Fieldbook"
      closeButtonProps={{ 'aria-label': say('common.closeMenu') }}
    >
      <SideMenu onChosen={onChosen} />
    </SideDialog>
  )
}
