import { lazy } from 'react'
import { Part } from '#web/ui/part.tsx'
import classes from './shell.module.css'
import { SideMenu } from './side-menu.tsx'

const MenuDrawer = lazy(() => import('./menu-drawer.tsx').then((m) => ({ default: m.MenuDrawer })))

/** The menu above the screen; where its drawer cannot be loaded, the same items plainly. */
export function MenuOver({ onClose }: { onClose: () => void }) {
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
