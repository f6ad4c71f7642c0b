import { Burger, Group, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { lazy, Suspense, useEffect } from 'react'
import { Outlet } from 'react-router'
import { limits } from '#contract/limits.ts'
import { say } from '#web/lib/say.ts'
import { preload } from './preload.ts'
import classes from './shell.module.css'
import { SideMenu } from './side-menu.tsx'

const TermsAsk = lazy(() =>
  import('#web/features/terms/terms-ask.tsx').then((m) => ({ default: m.TermsAsk })),
)
const EmailBanner = lazy(() =>
  import('#web/features/sign-up/email-banner.tsx').then((m) => ({ default: m.EmailBanner })),
)
const MenuDrawer = lazy(() => import('./menu-drawer.tsx').then((m) => ({ default: m.MenuDrawer })))

/** Header and side menu around a screen: the menu stands open on wide screens, else behind a burger. */
export function Shell() {
  const wide = useMediaQuery(`(min-width: ${limits.breakpointWide}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  const [opened, { open, close }] = useDisclosure(false)
  useEffect(() => preload('/survey'), [])
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        {say('common.skipToContent')}
      </a>
      <header className={classes.header}>
        <Group gap="sm" wrap="nowrap" miw={0}>
          {!wide && (
            <Burger
              opened={opened}
              onClick={open}
              size="sm"
              className={classes.burger ?? ''}
              aria-label={say('common.openMenu')}
            />
          )}
          <img src="/icon.svg" alt="" width={28} height={28} />
          <Text fw={650} fz="lg" truncate miw={0}>
            Fieldbook
          </Text>
        </Group>
      </header>
      {wide ? (
        <div className={classes.side}>
          <SideMenu />
        </div>
      ) : (
        <Suspense>{opened && <MenuDrawer onClose={close} />}</Suspense>
      )}
      <main id="main" className={classes.main}>
        <Suspense>
          <EmailBanner />
        </Suspense>
        <Outlet />
      </main>
      <Suspense>
        <TermsAsk />
      </Suspense>
    </div>
  )
}
