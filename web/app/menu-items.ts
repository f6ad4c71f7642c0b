import { useQuery } from '@tanstack/react-query'
import { navigationMenu } from '#contract/admin/menu.ts'
import { type MenuIcon, menuEntries, menuIcons } from '#contract/admin/menu-entries.ts'
import { spokenLanguage } from '#contract/messages/spoken.ts'
import { isMenuUrl } from '#contract/rules/menu-url.ts'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { currentSession } from '#web/lib/session/session.ts'

export interface MenuItem {
  readonly id: string
  readonly text: string
  readonly url: string
  readonly icon: MenuIcon
  /** Surveys that wait behind it. */
  readonly count?: number | undefined
}

/** Returns the server's menu; until it loads, the stored one, else the default. */
export function useMenuItems(): readonly MenuItem[] {
  const { data } = useQuery({ ...reading(navigationMenu, {}), staleTime: 5 * 60_000, select: itemsOf })
  if (data) storeItems(data)
  return data ?? storedItems() ?? usualItems()
}

function itemsOf({
  data,
}: {
  data: readonly { id: string; attributes: Omit<MenuItem, 'id'> }[]
}): MenuItem[] {
  return data.map(({ id, attributes }) => ({ id, ...attributes })).filter(isValidItem)
}

/** The server's default menu. Only the server knows who else may edit templates. */
function usualItems(): readonly MenuItem[] {
  const isAdmin = currentSession()?.role === 'admin'
  return menuEntries
    .filter(({ for: whom }) => whom === 'everybody' || (isAdmin && whom !== 'reviewers'))
    .map(({ id, text, url, icon }) => ({ id, text: t(text), url, icon }))
}

/** Returns the item of the open screen or of its parent: for '/profile/name' that of '/profile'. */
export function nearestItem<One extends Pick<MenuItem, 'url'>>(
  items: readonly One[],
  pathname: string,
): One | undefined {
  return items
    .filter(({ url }) => pathname === url || pathname.startsWith(`${url}/`))
    .toSorted((a, b) => b.url.length - a.url.length)[0]
}

/** Validates an item from storage or the network. Rejects addresses that a menu must not contain. */
export function isValidItem(item: unknown): item is MenuItem {
  if (typeof item !== 'object' || item === null) return false
  const { id, text, url, icon, count } = item as Partial<MenuItem>
  return (
    typeof id === 'string' &&
    typeof text === 'string' &&
    typeof url === 'string' &&
    isMenuUrl(url) &&
    menuIcons.some((one) => one === icon) &&
    (count === undefined || typeof count === 'number')
  )
}

function storedItems(): readonly MenuItem[] | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? 'null')
    const items = Array.isArray(kept) ? kept.filter(isValidItem) : []
    return items.length > 0 ? items : null
  } catch {
    // Unreadable: the default menu is shown.
    return null
  }
}

function storeItems(items: readonly MenuItem[]): void {
  try {
    const text = JSON.stringify(items)
    if (localStorage.getItem(storageKey()) !== text) localStorage.setItem(storageKey(), text)
  } catch {
    // Without storage the default menu is shown.
  }
}

/** Per account and language. */
function storageKey(): string {
  return `menu:${currentSession()?.userId ?? ''}:${spokenLanguage()}`
}
