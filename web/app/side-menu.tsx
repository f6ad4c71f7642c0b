import { VisuallyHidden } from '@mantine/core'
import {
  IconChecklist,
  IconExternalLink,
  IconFileText,
  IconLayoutDashboard,
  IconLink,
  IconLogout,
  IconMailForward,
  IconTemplate,
  IconTool,
  IconUser,
} from '@tabler/icons-react'
import type { MenuIcon } from '#contract/admin/menu-entries.ts'
import { isInside } from '#contract/rules/menu-url.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link, useLocation } from '#web/lib/page/router.tsx'
import { type MenuItem, nearestItem, useMenuItems } from './menu-items.ts'
import classes from './shell.module.css'

const icons: Readonly<Record<MenuIcon, typeof IconLink>> = {
  dashboard: IconLayoutDashboard,
  review: IconChecklist,
  profile: IconUser,
  logout: IconLogout,
  console: IconTool,
  outbox: IconMailForward,
  terms: IconFileText,
  templates: IconTemplate,
  link: IconLink,
}

interface Props {
  /** Called when an item is chosen, even the open one or another site. */
  onChosen?: () => void
}

export function SideMenu({ onChosen }: Props) {
  const items = useMenuItems()
  const { pathname } = useLocation()
  const nearest = nearestItem(items, pathname)
  return (
    <nav aria-label={t('common.menuName')}>
      <ul className={classes.menu}>
        {items.map((item) => (
          <li key={item.id}>
            <Item item={item} isHere={item === nearest} {...(onChosen && { onChosen })} />
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Links to a screen unless it is already open; another site opens in a new tab. */
function Item({
  item: { text, url, icon, count },
  isHere,
  onChosen,
}: Props & { item: MenuItem; isHere: boolean }) {
  const { pathname } = useLocation()
  const Icon = icons[icon]
  const words = (
    <>
      <Icon size={20} stroke={1.75} aria-hidden />
      <span className={classes.words}>{text}</span>
      {count !== undefined && count > 0 && (
        <span className={classes.count}>
          <span aria-hidden>{t('menu.waitingNumber', { count })}</span>
          <VisuallyHidden>{t('menu.waiting', { count })}</VisuallyHidden>
        </span>
      )}
    </>
  )
  if (!isInside(url)) {
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" className={classes.item} onClick={onChosen}>
        {words}
        <IconExternalLink size={16} stroke={1.75} aria-hidden />
        <VisuallyHidden>({t('menu.opensOutside')})</VisuallyHidden>
      </a>
    )
  }
  return (
    <Link
      to={url}
      className={classes.item}
      aria-current={isHere ? 'page' : undefined}
      onClick={(event) => {
        if (pathname === url) event.preventDefault()
        onChosen?.()
      }}
    >
      {words}
    </Link>
  )
}
