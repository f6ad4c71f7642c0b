import { useEffect } from 'react'

/** Sets the browser tab's title while a screen is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Fieldbook` : 'Fieldbook'
  }, [title])
}
