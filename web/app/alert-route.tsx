import { isInside } from '#contract/rules/menu-url.ts'
import { t } from '#web/lib/language/translate.ts'
import { alertIn, callbackOf, type StoredButton, stateBehind } from '#web/lib/page/alert.ts'
import { useLocation, useNavigate } from '#web/lib/page/router.tsx'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'

/** The alert above a screen (spec §2 AlertWeb); `behind` is the screen's own address. */
export function AlertRoute({ behind }: { behind: string }) {
  const location = useLocation()
  const navigate = useNavigate()
  const alert = alertIn(location.state)
  const words = alert ?? {
    title: t('menu.infoTitle'),
    body: t('menu.infoText'),
    positive: { text: t('common.ok') },
  }

  function goBack(): void {
    // Typed, or from a link: no entry of this app precedes it.
    const { search, hash, state } = location
    if (alert) void navigate(-1)
    else void navigate({ pathname: behind, search, hash }, { replace: true, state: stateBehind(state) })
  }

  function press(button: StoredButton): void {
    const { to } = button
    const act = callbackOf(button)
    if (to !== undefined && isInside(to)) {
      void navigate(to, { replace: true })
      return
    }
    // Remove the alert's address first, so that going back later does not reopen it.
    if (act) window.addEventListener('popstate', () => act(), { once: true })
    goBack()
  }

  const pressed = (button: StoredButton | undefined) =>
    button && { text: button.text, press: () => press(button) }
  return (
    <AlertDialog
      title={words.title}
      body={words.body}
      positive={{ text: words.positive.text, press: () => press(words.positive) }}
      negative={pressed(words.negative)}
      neutral={pressed(words.neutral)}
      onClose={goBack}
    />
  )
}
