import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { say } from '#web/lib/say.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/**
 * Asks before typed changes are left behind: by a link, by the browser's back, by closing the page. While there are
 * any, a second entry of the same screen stands in the history, so that the first step back leads nowhere yet; once
 * there are none it is stepped over.
 */
export function useUnsaved(dirty: boolean): ReactNode {
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<{ readonly to: string | 'back' } | null>(null)
  const now = useRef({ dirty, guarded: false, leaving: false })
  now.current.dirty = dirty

  useEffect(() => {
    const onBack = () => {
      const { dirty, guarded, leaving } = now.current
      if (!guarded || leaving) return
      if (!dirty) {
        now.current.guarded = false
        return history.back()
      }
      standTwice()
      setWanted({ to: 'back' })
    }
    window.addEventListener('popstate', onBack)
    return () => window.removeEventListener('popstate', onBack)
  }, [])

  useEffect(() => {
    if (!dirty) return
    if (!history.state?.twice) standTwice()
    now.current.guarded = true
    const onClick = (event: MouseEvent) => {
      const to = followed(event)
      if (to === null) return
      event.preventDefault()
      event.stopPropagation()
      setWanted({ to })
    }
    const onClose = (event: BeforeUnloadEvent) => event.preventDefault()
    document.addEventListener('click', onClick, { capture: true })
    window.addEventListener('beforeunload', onClose)
    return () => {
      document.removeEventListener('click', onClick, { capture: true })
      window.removeEventListener('beforeunload', onClose)
    }
  }, [dirty])

  function leave() {
    now.current.leaving = true
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

function standTwice(): void {
  history.pushState({ ...history.state, twice: true }, '', location.href)
}

/** Where a click leads within this page; null where it stays, opens elsewhere, or is no link. */
function followed(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey) return null
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target || link.download || link.origin !== location.origin) return null
  if (link.pathname === location.pathname) return null
  return link.pathname + link.search + link.hash
}
