import { t } from '#web/lib/language/translate.ts'
import { useLocation, useNavigate } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { MenuDrawer } from './menu-drawer.tsx'

/** The drawer as its own screen: closing goes back, choosing navigates. */
export function NavigationMenuScreen() {
  const navigate = useNavigate()
  const { key } = useLocation()
  useTitle(t('menu.title'))
  // 'default': the address was opened directly, so there is no entry of this app to go back to.
  const close = () => (key === 'default' ? navigate('/dashboard', { replace: true }) : navigate(-1))
  return (
    <>
      <PageHeader title={t('menu.title')} />
      <MenuDrawer ownAddress onClose={close} onChosen={() => undefined} />
    </>
  )
}
