import { useCallback, useState } from 'react'

/** What the table needs, in the size of the letters: large text needs more room. */
const tableNeeds = 58

/** Whether the place of the list has room for the table. The menu beside it and the size of the text both count. */
export function useWideList(): {
  readonly place: (node: HTMLElement | null) => void
  readonly wide: boolean
} {
  const [wide, setWide] = useState(() => matchMedia('(min-width: 80em)').matches)
  // Measured as it is put into the page: before the first paint.
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
