import { Avatar, Burger, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import { photo } from '#contract/accounts/profile.ts'
import { limits } from '#contract/limits.ts'
import { EmailBanner } from '#web/features/sign-up/email-banner.tsx'
import { reading } from '#web/lib/http/query-client.ts'
import { t } from '#web/lib/language/translate.ts'
import { anchorScrolling } from '#web/lib/page/scroll-anchor.ts'
import { storeCompany, storePhoto, useSession } from '#web/lib/session/session.ts'
import { loadWithRetries } from '#web/lib/start/load-with-retries.ts'
import { Part } from '#web/ui/part.tsx'
import { MenuOverlay } from './menu-overlay.tsx'
import { preload } from './preload.ts'
import classes from './shell.module.css'
import { SideMenu } from './side-menu.tsx'

const key = 'side-menu'

/** A photo's address is valid for at least 30 minutes. */
const photoQuery = { ...reading(photo, {}), staleTime: 25 * 60_000 }

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
          <Text className={classes.name ?? ''} fw={650} fz="lg" truncate miw={0}>
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

/** Photo or initials of the logged-in user in the header. Not interactive, and hidden from screen readers. */
function AccountPicture() {
  const session = useSession()
  const { data } = useQuery({ ...photoQuery, enabled: session !== null })
  useEffect(() => {
    if (!data) return
    storePhoto(data.data.attributes.photo?.url ?? null)
    storeCompany(data.data.attributes.company_name)
  }, [data])
  return (
    <Avatar
      src={session?.photo ?? null}
      name={session?.name ?? ''}
      size={36}
      alt=""
      color="accent"
      aria-hidden
      ml="auto"
    />
  )
}

/** Above 900 px the menu is beside the screen, unless closed; below that it is an overlay. */
function useSideMenu() {
  const wide = useMediaQuery(`(width > ${limits.breakpointWide}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  const [closed, setClosed] = useState(() => storedState() === 'closed')
  const [over, setOver] = useState(false)
  return {
    beside: wide && !closed,
    over: !wide && over,
    opened: wide ? !closed : over,
    toggle(): void {
      if (wide) {
        storeState(closed ? 'open' : 'closed')
        setClosed(!closed)
      } else setOver(!over)
    },
    closeOver: () => setOver(false),
  }
}

function storedState(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Without storage the menu has its initial state.
    return null
  }
}

function storeState(state: 'open' | 'closed'): void {
  try {
    localStorage.setItem(key, state)
  } catch {
    // Without storage it opens again next time.
  }
}
