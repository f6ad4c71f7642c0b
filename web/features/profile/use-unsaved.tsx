import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { say } from '#web/lib/say.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/**
 * Asks before typed changes are left behind: by a link, by the browser's back, by closing the page. While there are
 * any, a second entry of the same screen stands in the history, so that the first step back leads nowhere yet.
 */
export function useUnsaved(dirty: boolean): ReactNode {
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<{ readonly to: string | 'back' } | null>(null)
  const leaving = useRef(false)

  useEffect(() => {
    if (!dirty) return
    leaving.current = false
    const guard = crypto.randomUUID()
    const stand = () => history.pushState({ ...history.state, guard }, '', location.href)
    const onBack = () => {
      if (leaving.current) return
      stand()
      setWanted({ to: 'back' })
    }
    const onClick = (event: MouseEvent) => {
      const to = followed(event)
      if (to === null) return
      event.preventDefault()
      event.stopPropagation()
      setWanted({ to })
    }
    const onClose = (event: BeforeUnloadEvent) => event.preventDefault()
    stand()
    window.addEventListener('popstate', onBack)
    document.addEventListener('click', onClick, { capture: true })
    window.addEventListener('beforeunload', onClose)
    return () => {
      window.removeEventListener('popstate', onBack)
      document.removeEventListener('click', onClick, { capture: true })
      window.removeEventListener('beforeunload', onClose)
      if (!leaving.current && history.state?.guard === guard) history.back()
    }
  }, [dirty])

  function leave() {
    leaving.current = true
    if (wanted?.to === 'back') history.go(-2)
    // In place of the second entry.
    else if (wanted) navigate(wanted.to, { replace: true })
    setWanted(null)
  }

  if (!wanted) return null
  return (
    <ConfirmDialog
      opened
      onClose={() => setWanted(null)}
      onConfirm={leave}
      title={say('profile.leaveTitle')}
      text={say('profile.leaveText')}
      confirm={say('profile.leave')}
      cancel={say('profile.stay')}
      danger
    />
  )
}

/** Where a click leads within this page; null where it stays, opens elsewhere, or is no link. */
function followed(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return null
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target || link.download || link.origin !== location.origin) return null
  if (link.pathname === location.pathname) return null
  return link.pathname + link.search + link.hash
}
