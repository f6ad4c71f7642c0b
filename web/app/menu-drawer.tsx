import { Drawer } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import { useGiveBackFocus } from '#web/ui/dialog.tsx'
import { SideMenu } from './side-menu.tsx'

interface Props {
  onClose: () => void
  /** An item was chosen; the same as closing where absent. */
  onChosen?: () => void
}

export function MenuDrawer({ onClose, onChosen = onClose }: Props) {
  useGiveBackFocus()
  return (
    <Drawer
      opened
      onClose={onClose}
      position="left"
      size={280}
      title="Fieldbook"
      closeButtonProps={{ 'aria-label': say('common.closeMenu') }}
    >
      <SideMenu onChosen={onChosen} />
    </Drawer>
  )
}
