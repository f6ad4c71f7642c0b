import { lazyPart } from '#web/lib/start/lazy-part.tsx'
import { Part } from '#web/ui/part.tsx'
import classes from './shell.module.css'
import { SideMenu } from './side-menu.tsx'

const { View: MenuDrawer } = lazyPart(async () => (await import('./menu-drawer.tsx')).MenuDrawer)

/** The menu above the screen; if its drawer fails to load, a plain list of its items. */
export function MenuOverlay({ onClose }: { onClose: () => void }) {
  const plain = (
    <div className={classes.plain}>
      <SideMenu onChosen={onClose} />
    </div>
  )
  return (
    <Part instead={plain}>
      <MenuDrawer onClose={onClose} />
    </Part>
  )
}
