import { type MenuEntry, menuEntries } from '#contract/admin/menu-entries.ts'
import { t } from '#contract/messages/translate.ts'
import { isMenuUrl } from '#contract/rules/menu-url.ts'

/** An item that the installation adds. */
export interface MenuLink {
  readonly text: string
  readonly url: string
}

interface MenuOf {
  readonly role: 'admin' | 'surveyor'
  readonly makesTemplates: boolean
  /** Returns an account's menu items, with the installation's own before the last one, logout. */
  readonly waiting: number | null
}

/** The items of an account, with the installation's own before the last one, which logs out. */
export function presentMenu({ role, makesTemplates, waiting }: MenuOf, links: readonly MenuLink[]) {
  const shown = {
    everybody: true,
    makers: makesTemplates,
    reviewers: waiting !== null,
    admin: role === 'admin',
  }
  const own = menuEntries.filter((entry) => shown[entry.for])
  const added = links
    .filter(({ url }) => isMenuUrl(url))
    .map(({ text, url }, index) => item(`link-${index + 1}`, text, url, 'link'))
  const items = own.map(({ id, text, url, icon, ...entry }) =>
    item(id, t(text), url, icon, entry.for === 'reviewers' && waiting ? { count: waiting } : {}),
  )
  return [...items.slice(0, -1), ...added, ...items.slice(-1)]
}

function item(
  id: string,
  text: string,
  url: string,
  icon: MenuEntry['icon'],
  counted: { readonly count?: number } = {},
) {
  return { id, type: 'menu_item', attributes: { text, url, icon, ...counted } }
}
