import { useEffect } from 'react'

const always = () => true

/** The browser asks before it closes or reloads the page, as long as `asks`. `isNeeded` decides in that moment. */
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
