import { t } from '#web/lib/language/translate.ts'
import { useLocation, useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { MenuDrawer } from './menu-drawer.tsx'

/** The drawer as a screen of its own: closing it leads back, choosing leads on. */
export function NavigationMenuScreen() {
  const navigate = useNavigate()
  const { key } = useLocation()
  useTitle(t('menu.title'))
  // 'default': the address was opened by hand, and there is nothing of ours to go back to.
  const close = () => (key === 'default' ? navigate('/dashboard', { replace: true }) : navigate(-1))
  return (
    <>
      <PageHeader title={t('menu.title')} />
      <MenuDrawer ownAddress onClose={close} onChosen={() => undefined} />
    </>
  )
}
