import { useCallback, useState } from 'react'

/** The table's minimum width in em, because large text needs more room. */
const tableNeeds = 58

/** Whether the list is wide enough for the table, considering menu and text size. */
export function useWideList(): {
  readonly place: (node: HTMLElement | null) => void
  readonly wide: boolean
} {
  const [wide, setWide] = useState(() => matchMedia('(min-width: 80em)').matches)
  // Measured on insertion, before the first paint.
  const place = useCallback((node: HTMLElement | null) => {
    if (!node) return
    const measure = () => setWide(node.clientWidth >= tableNeeds * letterSize())
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(node)
    return () => watch.disconnect()
  }, [])
  return { place, wide }
}

function letterSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
