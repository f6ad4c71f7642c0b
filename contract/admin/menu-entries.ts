import type { MessageKey } from '../messages/catalogue.ts'

export const menuIcons = [
  'dashboard',
  'review',
  'profile',
  'logout',
  'console',
  'outbox',
  'terms',
  'templates',
  'link',
] as const
export type MenuIcon = (typeof menuIcons)[number]

export interface MenuEntry {
  readonly id: string
  readonly text: MessageKey
  readonly url: string
  readonly icon: MenuIcon
  /** `makers`: may make templates; `reviewers`: a team lets them review. */
  readonly for: 'everybody' | 'makers' | 'reviewers' | 'admin'
}

/** The side menu of spec §2, and what reviewers, administrators and makers of templates have beside it. Log out is the last one. */
export const menuEntries: readonly MenuEntry[] = [
  { id: 'dashboard', text: 'common.menuDashboard', url: '/dashboard', icon: 'dashboard', for: 'everybody' },
  { id: 'review', text: 'menu.review', url: '/Review', icon: 'review', for: 'reviewers' },
  { id: 'profile', text: 'common.menuProfile', url: '/profile', icon: 'profile', for: 'everybody' },
  { id: 'templates', text: 'library.title', url: '/Templates', icon: 'templates', for: 'makers' },
  { id: 'console', text: 'menu.console', url: '/Adminconsole2', icon: 'console', for: 'admin' },
  { id: 'outbox', text: 'menu.outbox', url: '/Emaildeliverability', icon: 'outbox', for: 'admin' },
  { id: 'terms', text: 'menu.terms', url: '/TermsConditionsDetail', icon: 'terms', for: 'admin' },
  { id: 'logout', text: 'common.menuLogout', url: '/profile/logout', icon: 'logout', for: 'everybody' },
]
