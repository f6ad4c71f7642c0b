import { Drawer } from '@mantine/core'
import { say } from '#web/lib/say.ts'
import { SideMenu } from './side-menu.tsx'

export function MenuDrawer({ onClose }: { onClose: () => void }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      size={280}
      title="Fieldbook"
      closeButtonProps={{ 'aria-label': say('common.closeMenu') }}
    >
      <SideMenu onChosen={onClose} />
    </Drawer>
  )
}
