import { useLayoutEffect } from 'react'
import { useNavigationType } from 'react-router'

/** A new screen begins at its top; going back keeps what the browser restores. */
export function ScrollToTop({ pathname }: { pathname: string }) {
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new address
  useLayoutEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0)
  }, [pathname])
  return null
}
