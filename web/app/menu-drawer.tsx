import { t } from '#web/lib/language/translate.ts'
import { SideDialog } from '#web/ui/dialog.tsx'
import { SideMenu } from './side-menu.tsx'

interface Props {
  onClose: () => void
  /** An item was chosen; same as closing by default. */
  onChosen?: () => void
  /** The menu has its own address. */
  ownAddress?: boolean
}

export function MenuDrawer({ onClose, onChosen = onClose, ownAddress = false }: Props) {
  return (
    <SideDialog
      opened
      ownAddress={ownAddress}
      onClose={onClose}
      position="left"
      size={280}
      title="Fieldbook"
      closeButtonProps={{ 'aria-label': t('common.closeMenu') }}
    >
      <SideMenu onChosen={onChosen} />
    </SideDialog>
  )
}
