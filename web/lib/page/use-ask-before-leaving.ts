import { useEffect } from 'react'

const always = () => true

/**
 * Makes the browser ask before it closes or reloads the page while `asks` is true; `isNeeded` is checked at
 * that moment.
 */
export function useAskBeforeLeaving(asks: boolean, isNeeded = always): void {
  useEffect(() => {
    if (!asks) return
    const ask = (event: BeforeUnloadEvent) => {
      if (isNeeded()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [asks, isNeeded])
}
