import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from '#web/lib/page/router.tsx'

interface Place {
  readonly account: string
  /** What narrows the list, its order and page. */
  readonly search: string
  readonly top: number
}

/** Where the list was left, for as long as the app is open. */
let left: Place | null = null

/**
 * Whoever comes back to the list finds it as it was: filters, order, page, and how far it was scrolled. An address that
 * names any of them is taken at its word. `drawn`: its rows are there.
 */
export function useListPlace(account: string, drawn: boolean): void {
  const { pathname, search } = useLocation()
  // On the way to another screen the list still stands, under that one's address.
  const isHere = pathname === '/dashboard'
  const navigate = useNavigate()
  const [known] = useState(() => (left?.account === account ? left : null))
  const isPlain = search === ''
  const [pending, setPending] = useState(known !== null && (isPlain || known.search === search))
  // biome-ignore lint/correctness/useExhaustiveDependencies: only as one comes back
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
    // Until the rows are there the screen is short, and says nothing of where the reader was.
    if (pending || !isHere) return
    note()
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [account, search, pending, isHere])
}
