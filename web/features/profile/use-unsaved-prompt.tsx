import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { useNavigate } from '#web/lib/page/router.tsx'
import { useAskBeforeLeaving } from '#web/lib/page/use-ask-before-leaving.ts'
import { useLayer } from '#web/lib/page/use-layer.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Asks before a link, Back or closing the page loses unsaved changes. A layer catches Back. */
export function useUnsavedPrompt(dirty: boolean): ReactNode {
  const navigate = useNavigate()
  const [wanted, setWanted] = useState<{ readonly to: string | 'back' } | null>(null)
  useAskBeforeLeaving(dirty)
  useLayer(dirty, () => setWanted({ to: 'back' }))

  useEffect(() => {
    if (!dirty) return
    const onClick = (event: MouseEvent) => {
      const to = followed(event)
      if (to === null) return
      event.preventDefault()
      event.stopPropagation()
      setWanted({ to })
    }
    document.addEventListener('click', onClick, { capture: true })
    return () => document.removeEventListener('click', onClick, { capture: true })
  }, [dirty])

  function leave() {
    if (wanted?.to === 'back') navigate(-1)
    else if (wanted) navigate(wanted.to)
    setWanted(null)
  }

  if (!wanted) return null
  return (
    <ConfirmDialog
      opened
      onClose={() => setWanted(null)}
      onConfirm={leave}
      title={t('profile.leaveTitle')}
      text={t('profile.leaveText')}
      confirm={t('profile.leave')}
      cancel={t('profile.stay')}
      danger
    />
  )
}

/** Path of a same-page link click; null for modified clicks, other sites and non-links. */
function followed(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey) return null
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target || link.download || link.origin !== location.origin) return null
  if (link.pathname === location.pathname) return null
  return link.pathname + link.search + link.hash
}
