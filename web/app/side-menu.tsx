import { IconLayoutDashboard, IconLogout, IconUser } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { say } from '#web/lib/say.ts'
import classes from './shell.module.css'

const items = [
  { path: '/dashboard', text: 'common.menuDashboard', Icon: IconLayoutDashboard },
  { path: '/profile', text: 'common.menuProfile', Icon: IconUser },
  { path: '/profile/logout', text: 'common.menuLogout', Icon: IconLogout },
] as const

/** Leads to a screen only when it is not already open. */
export function SideMenu({ onChosen }: { onChosen?: () => void }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label={say('common.menuName')}>
      <ul className={classes.menu}>
        {items.map(({ path, text, Icon }) => (
          <li key={path}>
            <Link
              to={path}
              className={classes.item}
              aria-current={pathname === path ? 'page' : undefined}
              onClick={(event) => {
                if (pathname === path) event.preventDefault()
                onChosen?.()
              }}
            >
              <Icon size={20} stroke={1.75} aria-hidden />
              {say(text)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
