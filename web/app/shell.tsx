import { Burger, Group, Text } from '@mantine/core'
import { lazy, type ReactNode, useEffect } from 'react'
import { EmailBanner } from '#web/features/sign-up/email-banner.tsx'
import { t } from '#web/lib/language/translate.ts'
import { anchorScrolling } from '#web/lib/page/scroll-anchor.ts'
import { loadWithRetries } from '#web/lib/start/load-with-retries.ts'
import { Part } from '#web/ui/part.tsx'
import { AccountPicture } from './account-picture.tsx'
import { MenuOverlay } from './menu-overlay.tsx'
import { preload } from './preload.ts'
import classes from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { useSideMenu } from './use-side-menu.ts'

const TermsPrompt = lazy(() =>
  loadWithRetries(() =>
    import('#web/features/terms/terms-prompt.tsx').then((m) => ({ default: m.TermsPrompt })),
  ),
)
const UnsentLink = lazy(() =>
  loadWithRetries(() => import('./unsent-link.tsx').then((m) => ({ default: m.UnsentLink }))),
)

/** Header and side menu around a screen: the menu is open on wide screens, and an overlay on narrow ones. */
export function Shell({ children }: { children: ReactNode }) {
  const menu = useSideMenu()
  useEffect(() => preload('/survey'), [])
  useEffect(anchorScrolling, [])
  return (
    <div className={classes.shell} data-menu={menu.beside ? 'beside' : 'away'}>
      <a className={classes.skip} href="#main">
        {t('common.skipToContent')}
      </a>
      <header className={classes.header}>
        <Group gap="sm" wrap="nowrap" miw={0}>
          <Burger
            opened={menu.over}
            onClick={menu.toggle}
            size="sm"
            className={classes.burger ?? ''}
            aria-label={t(menu.opened ? 'common.closeMenu' : 'common.openMenu')}
            aria-expanded={menu.opened}
          />
          <img src="/icon.svg" alt="" width={28} height={28} />
          <Text fw={650} fz="lg" truncate miw={0}>
            Fieldbook
          </Text>
        </Group>
        <Group gap="xs" wrap="nowrap" ml="auto" mih={44}>
          <Part>
            <UnsentLink />
          </Part>
          <AccountPicture />
        </Group>
      </header>
      {menu.beside && (
        <div className={classes.side}>
          <SideMenu />
        </div>
      )}
      {menu.over && <MenuOverlay onClose={menu.closeOver} />}
      <main id="main" className={classes.main}>
        <EmailBanner />
        {children}
      </main>
      <Part>
        <TermsPrompt />
      </Part>
    </div>
  )
}
