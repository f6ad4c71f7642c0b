import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from '#web/lib/page/router.tsx'

interface Place {
  readonly account: string
  /** The address's query: filters, order and page. */
  readonly search: string
  readonly top: number
}

/** The list's last state, while the app is open. */
let left: Place | null = null

/**
 * Restores filters, order, page and scroll position when the user returns to the list. Parameters in the address take
 * precedence. `drawn`: the rows are rendered.
 */
export function useListPlace(account: string, drawn: boolean): void {
  const { pathname, search } = useLocation()
  // While another screen loads, the list is still mounted under that screen's address.
  const isHere = pathname === '/dashboard'
  const navigate = useNavigate()
  const [known] = useState(() => (left?.account === account ? left : null))
  const isPlain = search === ''
  const [pending, setPending] = useState(known !== null && (isPlain || known.search === search))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on returning
  useEffect(() => {
    if (known && isPlain && known.search !== '') navigate(`/dashboard${known.search}`, { replace: true })
  }, [])
  useLayoutEffect(() => {
    if (!drawn || !pending || known?.search !== search) return
    setPending(false)
    window.scrollTo(0, known.top)
  }, [drawn, pending, known, search])
  useEffect(() => {
    const note = () => {
      left = { account, search, top: window.scrollY }
    }
    // Before the rows render, the page is short and its scroll position meaningless.
    if (pending || !isHere) return
    note()
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [account, search, pending, isHere])
}
